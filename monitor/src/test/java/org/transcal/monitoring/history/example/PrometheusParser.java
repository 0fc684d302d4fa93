package org.transcal.monitoring.history.example;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads the text format of Prometheus by its own grammar, and refuses what a server would: a sample
 * without HELP and TYPE, families that are not together, a name that is not one, a series twice.
 */
public final class PrometheusParser {
  private static final String NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";

  private final String text;
  private int at;

  /** A sample. */
  public record Sample(String name, Map<String, String> labels, double value) {}

  private PrometheusParser(String text) {
    this.text = text;
  }

  /** The values by {@code name{label=value,…}}, labels sorted and not escaped. */
  public static Map<String, Double> byName(String text) {
    Map<String, Double> values = new TreeMap<>();
    for (Sample sample : parse(text)) {
      String labels = sample.labels().toString().replace(", ", ",");
      values.put(sample.name() + labels, sample.value());
    }
    return values;
  }

  /** All samples. */
  public static List<Sample> parse(String text) {
    return new PrometheusParser(text).all();
  }

  private List<Sample> all() {
    List<Sample> samples = new ArrayList<>();
    Set<String> families = new HashSet<>();
    Set<String> series = new HashSet<>();
    String family = "";
    String helped = "";
    require(text.isEmpty() || text.endsWith("\n"), "the last line has no end");
    while (at < text.length()) {
      if (text.startsWith("# HELP ", at)) {
        helped = line().split(" ", 4)[2];
      } else if (text.startsWith("# TYPE ", at)) {
        String[] words = line().split(" ");
        require(words.length == 4 && words[3].equals("gauge"), "TYPE is not a gauge");
        family = words[2];
        require(family.equals(helped), "HELP is missing");
        require(families.add(family), "family " + family + " is there twice");
      } else {
        Sample sample = sample();
        require(sample.name().equals(family), sample.name() + " is outside its family");
        require(series.add(sample.name() + sample.labels()), sample + " is there twice");
        samples.add(sample);
      }
    }
    return samples;
  }

  private String line() {
    int end = text.indexOf('\n', at);
    String line = text.substring(at, end);
    at = end + 1;
    return line;
  }

  private Sample sample() {
    String name = name();
    Map<String, String> labels = new TreeMap<>();
    if (text.charAt(at) == '{') {
      do {
        at++;
        String label = name();
        expect("=\"");
        require(labels.put(label, quoted()) == null, "label twice: " + label);
      } while (text.charAt(at) == ',');
      expect("}");
    }
    expect(" ");
    String number = line();
    double value =
        switch (number) {
          case "+Inf" -> Double.POSITIVE_INFINITY;
          case "-Inf" -> Double.NEGATIVE_INFINITY;
          case "NaN" -> Double.NaN;
          default -> {
            require(number.matches("-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?"), number);
            yield Double.parseDouble(number);
          }
        };
    return new Sample(name, labels, value);
  }

  private String name() {
    int end = at;
    while (Character.isLetterOrDigit(text.charAt(end)) || "_:".indexOf(text.charAt(end)) >= 0) {
      end++;
    }
    String name = text.substring(at, end);
    require(name.matches(NAME), "not a name: " + name);
    at = end;
    return name;
  }

  private String quoted() {
    StringBuilder value = new StringBuilder();
    while (text.charAt(at) != '"') {
      char c = text.charAt(at++);
      require(c != '\n', "line ends within a label");
      if (c == '\\') {
        char escaped = text.charAt(at++);
        require("\\\"n".indexOf(escaped) >= 0, "unknown escape " + escaped);
        c = escaped == 'n' ? '\n' : escaped;
      }
      value.append(c);
    }
    at++;
    return value.toString();
  }

  private void expect(String word) {
    require(text.startsWith(word, at), "expected " + word);
    at += word.length();
  }

  private void require(boolean holds, String problem) {
    if (!holds) {
      throw new AssertionError(problem + " at character " + at + " of:\n" + text);
    }
  }
}
