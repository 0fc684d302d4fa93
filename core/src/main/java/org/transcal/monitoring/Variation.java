package org.transcal.monitoring;

/**
 * How one metric varies over quiet nights.
 *
 * <p>With r = √(1/n + 1/N) for a night of n rows and a reference of N rows, the usual value is
 * level + drift·r and its variance noise²·r² + between²·(1 + 1/k) over k reference nights.
 *
 * @param level value for infinitely many rows
 * @param drift growth of the value with r; distances have one, since chance alone moves them from 0
 * @param noise standard deviation per r
 * @param between standard deviation between nights beyond what their number of rows explains
 */
public record Variation(double level, double drift, double noise, double between) {}
