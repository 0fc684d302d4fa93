package org.transcal.report.markup;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/**
 * One HTML file that needs nothing else: its style is inside, and its content security policy
 * allows that style alone, so nothing is ever requested and nothing runs.
 */
public final class Page {
  private final String title;
  private final Element main = Element.of("main");

  private Page(String title) {
    this.title = title;
  }

  /** An empty page. */
  public static Page titled(String title) {
    return new Page(title);
  }

  /** Appends to the body. */
  public Page add(Element... elements) {
    main.add(elements);
    return this;
  }

  /** Appends to the body. */
  public Page add(List<Element> elements) {
    main.add(elements);
    return this;
  }

  /** The whole file. */
  public String write() {
    String style = Style.ofPage();
    Element head =
        Element.of("head")
            .add(
                Element.of("meta").with("charset", "utf-8"),
                meta("Content-Security-Policy", policy(style)),
                Element.of("meta")
                    .with("name", "viewport")
                    .with("content", "width=device-width, initial-scale=1"),
                Element.of("meta").with("name", "color-scheme").with("content", "light dark"),
                Element.of("title", title));
    StringBuilder out = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\">\n");
    String headText = head.write();
    // The style is ours and holds no markup; an element would escape its quotes and break it.
    out.append(headText, 0, headText.length() - "</head>".length());
    out.append("\n<style>").append(style).append("</style>\n</head>\n");
    Element.of("body").add(main).write(out);
    return out.append("\n</html>\n").toString();
  }

  private static Element meta(String header, String content) {
    return Element.of("meta").with("http-equiv", header).with("content", content);
  }

  private static String policy(String style) {
    return "default-src 'none'; style-src 'sha256-"
        + hash(style)
        + "'; base-uri 'none'; form-action 'none'";
  }

  private static String hash(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return Base64.getEncoder()
          .encodeToString(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("Every Java platform has SHA-256", impossible);
    }
  }
}
