package org.transcal.serve;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which format a body has, and which a client wants. */
final class MediaTypes {
  /** Names of a {@code .npy} array. */
  static final List<String> NPY = List.of("application/x-npy", "application/octet-stream");

  private static final Pattern QUALITY = Pattern.compile(";\\s*[qQ]=([^;]*)");
  private static final List<String> ANY = List.of("*/*", "application/*", "");

  private MediaTypes() {}

  /** Whether a body is a {@code .npy} array; otherwise it is JSON. */
  static boolean isNpy(Optional<String> contentType) {
    String type = contentType.map(MediaTypes::withoutParameters).orElse("");
    if (!type.equals(Json.MEDIA_TYPE) && !NPY.contains(type)) {
      throw HttpFailure.of(
          415,
          "the header Content-Type is %s; it must be application/json or application/x-npy",
          type.isEmpty() ? "missing" : type);
    }
    return NPY.contains(type);
  }

  /** The type of the answer that an Accept header prefers: JSON if it has no preference. */
  static String preferred(String accept) {
    String best = "";
    double highest = 0;
    for (String item : accept.split(",", -1)) {
      String type = withoutParameters(item);
      double quality = quality(item);
      boolean known = type.equals(Json.MEDIA_TYPE) || NPY.contains(type) || ANY.contains(type);
      if (known && quality > highest) {
        highest = quality;
        best = ANY.contains(type) ? Json.MEDIA_TYPE : type;
      }
    }
    if (best.isEmpty()) {
      throw HttpFailure.of(
          406, "the header Accept must allow application/json or application/x-npy");
    }
    return best;
  }

  private static String withoutParameters(String type) {
    return type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  /** The parameter q of an item, 1 if it has none, 0 if it is not a number. */
  private static double quality(String item) {
    Matcher parameter = QUALITY.matcher(item);
    if (!parameter.find()) {
      return 1;
    }
    String text = parameter.group(1).strip();
    return text.matches("[01](\\.[0-9]{0,3})?") ? Double.parseDouble(text) : 0;
  }
}
