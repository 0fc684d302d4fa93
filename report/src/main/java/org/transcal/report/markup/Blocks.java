package org.transcal.report.markup;

import java.util.List;
import java.util.stream.Stream;

/** Parts that pages are made of. */
public final class Blocks {
  private static final int MOST_BULLETS = 40;
  private static final int LONGEST_TEXT = 600;

  private Blocks() {}

  /** A section with a heading; the id must be unique in the page. */
  public static Element section(String id, String heading) {
    return Element.of("section")
        .with("aria-labelledby", id)
        .add(Element.of("h2", heading).with("id", id));
  }

  /** The head of a page: what it is about, the result in a sentence or two and large numbers. */
  public static Element header(
      String kind, String name, String headline, String lead, Element... tiles) {
    Element about = Element.of("p", kind).in("task");
    if (!name.isEmpty()) {
      about.text(" · ").add(Element.of("strong", shortened(name)));
    }
    Element header = Element.of("header").add(about, Element.of("h1").prose(shortened(headline)));
    if (!lead.isEmpty()) {
      header.add(Element.of("p").prose(lead).in("lead"));
    }
    return tiles.length == 0 ? header : header.add(Element.of("dl").in("tiles").add(tiles));
  }

  /** A list of sentences; long sentences and long lists are cut, so that pages stay small. */
  public static Element bullets(List<String> sentences) {
    Element list = Element.of("ul");
    sentences.stream()
        .limit(MOST_BULLETS)
        .forEach(sentence -> list.add(Element.of("li").prose(shortened(sentence))));
    if (sentences.size() > MOST_BULLETS) {
      list.add(Element.of("li", "… and " + (sentences.size() - MOST_BULLETS) + " more."));
    }
    return list;
  }

  /** A term with its value or meaning, for a {@code dl}. */
  public static Element entry(String term, String meaning) {
    return Element.of("div").add(Element.of("dt", term), Element.of("dd", meaning));
  }

  /** Charts side by side if the page is wide enough. */
  public static Element sideBySide(Element... charts) {
    return sideBySide(List.of(charts));
  }

  /** Charts side by side if the page is wide enough. */
  public static Element sideBySide(List<Element> charts) {
    return Element.of("div").in("pair").add(charts);
  }

  /** Text above charts that are side by side, or beside the first if their number is odd. */
  public static List<Element> explained(Element words, List<Element> charts) {
    return charts.size() % 2 == 0
        ? List.of(words, sideBySide(charts))
        : List.of(sideBySide(Stream.concat(Stream.of(words), charts.stream()).toList()));
  }

  /** Content that is opened on demand. */
  public static Element details(String classes, String summary, Element content) {
    return Element.of("details").in(classes).add(Element.of("summary", summary), content);
  }

  /** A large number with its name and a note, for a {@code dl}. */
  public static Element tile(String name, String value, String note) {
    return Element.of("div")
        .add(
            Element.of("dt").prose(name),
            Element.of("dd", value).in("value"),
            Element.of("dd").prose(note).in("note"));
  }

  /** The text, cut if it is too long to read. */
  public static String shortened(String text) {
    if (text.codePointCount(0, text.length()) <= LONGEST_TEXT) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, LONGEST_TEXT)) + "…";
  }
}
