package org.transcal.report.chart;

/** A point in the units of the data, not of the page. */
public record Point(double x, double y) {}
