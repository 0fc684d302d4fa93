/**
 * Plans of experiments in YAML.
 *
 * <p>Read first: {@link org.transcal.cli.plan.PlanFile}. May depend on: {@code core}, {@code io},
 * {@code terminal}, Jackson's YAML. Does not belong here: running anything ({@code experiment}).
 */
package org.transcal.cli.plan;
