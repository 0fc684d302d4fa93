package org.transcal.serve;

import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.Optional;

/**
 * Access control: clients need the token, if there is one, except for {@value #HEALTH}, which load
 * balancers ask and which says nothing about the data. On a loopback address, the header Host must
 * name this machine, since other sites can make a browser send requests to it.
 */
final class Access {
  static final String HEALTH = "/health";

  private final String host;
  private final boolean isLoopback;
  private final Optional<Token> token;

  Access(InetSocketAddress address, Optional<Token> token) {
    this.host = address.getHostString().toLowerCase(Locale.ROOT);
    this.isLoopback = address.getAddress().isLoopbackAddress();
    this.token = token;
    if (!isLoopback && token.isEmpty()) {
      throw new IllegalArgumentException("Only loopback addresses need no token");
    }
  }

  /** Rejects a request that is not allowed. */
  void check(Call call) {
    Optional<String> asked = call.header("Host");
    if (asked.isEmpty() && !call.isHttp10()) {
      throw HttpFailure.of(400, "the header Host is missing");
    }
    if (isLoopback && asked.filter(name -> !isOurs(name)).isPresent()) {
      throw HttpFailure.of(403, "the header Host names another machine; use localhost");
    }
    Optional<String> given = call.header("Authorization");
    boolean isOpen = call.path().equals(HEALTH);
    if (token.isPresent() && !isOpen && !given.map(token.get()::isIn).orElse(false)) {
      throw HttpFailure.of(401, "send the header \"Authorization: Bearer TOKEN\"")
          .with("WWW-Authenticate", "Bearer, Basic realm=\"transcal\", charset=\"UTF-8\"");
    }
  }

  private boolean isOurs(String name) {
    String bare = name.strip().toLowerCase(Locale.ROOT).replaceFirst(":[0-9]*$", "");
    return bare.equals(host) || bare.matches("localhost|\\[::1]|127(\\.[0-9]+){3}");
  }
}
