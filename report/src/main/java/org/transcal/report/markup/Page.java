package org.transcal.report.markup;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/**
 * One HTML file that needs nothing else: its style and its script are inside, and its content
 * security policy allows those two alone, so that nothing is ever requested and nothing else runs.
 *
 * <p>The script only adds to a page that can be read without it: it sorts tables, moves sliders and
 * saves charts.
 */
public final class Page {
  private final String title;
  private final Element main = Element.of("main");
  private final Style.Sheet sheet;
  private final Json data;

  private Page(String title, Style.Sheet sheet) {
    this.title = title;
    this.sheet = sheet;
    this.data = new Json().with("pictureStyle", Style.ofPicture(sheet));
  }

  public static Page titled(String title) {
    return new Page(title, Style.Sheet.REPORT);
  }

  /** A page whose script draws series over time. */
  public static Page dashboard(String title) {
    return new Page(title, Style.Sheet.DASHBOARD);
  }

  public Page add(Element... elements) {
    main.add(elements);
    return this;
  }

  /** The markup of what was added so far. */
  public String content() {
    return main.write();
  }

  public Page data(String name, Json numbers) {
    data.with(name, numbers);
    return this;
  }

  public Page data(String name, List<Json> numbers) {
    data.with(name, numbers);
    return this;
  }

  public String write() {
    String style = Style.ofPage(sheet);
    String script = Style.script(sheet);
    Element head =
        Element.of("head")
            .add(
                Element.of("meta").with("charset", "utf-8"),
                meta("Content-Security-Policy", policy(style, script)),
                Element.of("meta")
                    .with("name", "viewport")
                    .with("content", "width=device-width, initial-scale=1"),
                Element.of("meta").with("name", "color-scheme").with("content", "light dark"),
                Element.of("title", title));
    StringBuilder out = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\">\n");
    String headText = head.write();
    // The style is trusted and has no markup; an element would escape its quotes and break it.
    out.append(headText, 0, headText.length() - "</head>".length());
    out.append("\n<style>").append(style).append("</style>\n</head>\n");
    String body = Element.of("body").add(main).write();
    out.append(body, 0, body.length() - "</body>".length());
    // Data are JSON without a "<", see Json; the script is trusted and has no end tag.
    out.append("\n<script type=\"application/json\" id=\"report-data\">");
    out.append(data.write())
        .append("</script>\n<script>")
        .append(script)
        .append("</script>\n</body>");
    return out.append("\n</html>\n").toString();
  }

  private static Element meta(String header, String content) {
    return Element.of("meta").with("http-equiv", header).with("content", content);
  }

  private static String policy(String style, String script) {
    // Charts are saved by way of images within the page itself.
    return Text.of(
        "default-src 'none'; style-src 'sha256-%s'; script-src 'sha256-%s'; img-src data: blob:;"
            + " base-uri 'none'; form-action 'none'",
        hash(style), hash(script));
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
