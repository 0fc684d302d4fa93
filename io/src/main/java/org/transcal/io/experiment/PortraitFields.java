package org.transcal.io.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.transcal.accuracy.ControlVariates;
import org.transcal.calibration.Landscape;
import org.transcal.comparison.WeightHistogram;
import org.transcal.experiment.TaskName;
import org.transcal.experiment.TaskPortrait;

/** A task's portrait as fields of a line. */
final class PortraitFields {
  private static final String WITH = "with";
  private static final String WITHOUT = "without";

  private PortraitFields() {}

  static String write(TaskPortrait portrait) {
    FieldText fields =
        new FieldText()
            .text(portrait.task().full())
            .integer(portrait.classes())
            .integer(portrait.validationRows())
            .integer(portrait.targetRows());
    if (portrait.shift().isEmpty()) {
      return fields.text(WITHOUT).line();
    }
    TaskPortrait.Shift shift = portrait.shift().get();
    fields.text(WITH).number(shift.domainAuc()).number(shift.effectiveSampleSize());
    write(fields, shift.weights());
    if (shift.search().isEmpty()) {
      return fields.text(WITHOUT).line();
    }
    TaskPortrait.Search search = shift.search().get();
    fields.text(WITH).text(search.method()).number(search.lambda());
    write(fields, search.tempered());
    write(fields, search.landscape());
    fields.text(
        search.variances().entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining(" ")));
    return fields.line();
  }

  private static void write(FieldText fields, WeightHistogram histogram) {
    double[] rows = new double[WeightHistogram.BARS];
    Arrays.setAll(rows, histogram::rows);
    fields
        .number(histogram.range().low())
        .number(histogram.range().high())
        .numbers(rows)
        .number(histogram.mean())
        .number(histogram.max())
        .number(histogram.below())
        .number(histogram.above());
  }

  private static void write(FieldText fields, Landscape landscape) {
    fields.numbers(landscape.temperatures()).numbers(landscape.lambdas());
    fields.numbers(Arrays.stream(landscape.objective()).flatMapToDouble(Arrays::stream).toArray());
    List<Landscape.Point> points = new ArrayList<>(landscape.zeros());
    points.add(landscape.start());
    points.add(landscape.chosen());
    fields.numbers(points.stream().mapToDouble(Landscape.Point::temperature).toArray());
    fields.numbers(points.stream().mapToDouble(Landscape.Point::lambda).toArray());
  }

  static TaskPortrait read(String line) {
    FieldText.Reader fields = new FieldText.Reader(line);
    TaskName task = TaskName.of(fields.text());
    int classes = Math.toIntExact(fields.integer());
    int validation = Math.toIntExact(fields.integer());
    int target = Math.toIntExact(fields.integer());
    Optional<TaskPortrait.Shift> shift =
        fields.text().equals(WITH) ? Optional.of(shift(fields)) : Optional.empty();
    return new TaskPortrait(task, classes, validation, target, shift);
  }

  private static TaskPortrait.Shift shift(FieldText.Reader fields) {
    OptionalDouble auc = fields.optionalNumber();
    double effective = fields.number();
    WeightHistogram weights = histogram(fields);
    Optional<TaskPortrait.Search> search =
        fields.text().equals(WITH) ? Optional.of(search(fields)) : Optional.empty();
    return new TaskPortrait.Shift(auc, effective, weights, search);
  }

  private static TaskPortrait.Search search(FieldText.Reader fields) {
    String method = fields.text();
    double lambda = fields.number();
    WeightHistogram tempered = histogram(fields);
    Landscape landscape = landscape(fields);
    Map<ControlVariates, Double> variances = new EnumMap<>(ControlVariates.class);
    String all = fields.text();
    for (String entry : all.isEmpty() ? new String[0] : all.split(" ")) {
      String[] parts = entry.split("=");
      variances.put(ControlVariates.valueOf(parts[0]), Double.parseDouble(parts[1]));
    }
    return new TaskPortrait.Search(method, lambda, tempered, landscape, variances);
  }

  private static WeightHistogram histogram(FieldText.Reader fields) {
    WeightHistogram.Range range = new WeightHistogram.Range(fields.number(), fields.number());
    return new WeightHistogram(
        range,
        Arrays.stream(fields.numbers()).boxed().toList(),
        fields.number(),
        fields.number(),
        fields.number(),
        fields.number());
  }

  private static Landscape landscape(FieldText.Reader fields) {
    double[] temperatures = fields.numbers();
    double[] lambdas = fields.numbers();
    double[] values = fields.numbers();
    double[][] objective = new double[lambdas.length][];
    for (int i = 0; i < lambdas.length; i++) {
      objective[i] =
          Arrays.copyOfRange(values, i * temperatures.length, (i + 1) * temperatures.length);
    }
    double[] t = fields.numbers();
    double[] l = fields.numbers();
    List<Landscape.Point> points = new ArrayList<>();
    for (int i = 0; i < t.length; i++) {
      points.add(new Landscape.Point(t[i], l[i]));
    }
    int zeros = points.size() - 2;
    return new Landscape(
        temperatures,
        lambdas,
        objective,
        points.subList(0, zeros),
        points.get(zeros),
        points.get(zeros + 1));
  }
}
