package org.transcal.serve;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Handlers of requests, by path and method. */
final class Routes {
  private final Map<String, Map<String, Handler>> handlers = new LinkedHashMap<>();

  /** Answers a request, or throws an {@link HttpFailure}. */
  interface Handler {
    void answer(Call call) throws IOException;
  }

  /** Adds a page for GET and HEAD requests. */
  Routes get(String path, Handler handler) {
    return add("GET", path, handler).add("HEAD", path, handler);
  }

  Routes post(String path, Handler handler) {
    return add("POST", path, handler);
  }

  private Routes add(String method, String path, Handler handler) {
    handlers.computeIfAbsent(path, unused -> new LinkedHashMap<>()).put(method, handler);
    return this;
  }

  Set<String> paths() {
    return handlers.keySet();
  }

  Set<String> methods(String path) {
    return new TreeSet<>(handlers.getOrDefault(path, Map.of()).keySet());
  }

  /** The handler of a request. */
  Handler of(Call call) {
    Map<String, Handler> methods = handlers.get(call.path());
    if (methods == null) {
      throw HttpFailure.of(404, "unknown path; the paths are %s", String.join(", ", paths()));
    }
    Handler handler = methods.get(call.method());
    if (handler == null) {
      String allowed = String.join(", ", methods(call.path()));
      throw HttpFailure.of(405, "%s allows %s only", call.path(), allowed).with("Allow", allowed);
    }
    return handler;
  }
}
