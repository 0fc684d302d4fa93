/**
 * Plans: YAML files that say what an experiment runs.
 *
 * <p>Read first: {@link org.transcal.cli.plan.PlanFile}. May depend on: {@code core}, {@code io},
 * Jackson's YAML. Does not belong here: running anything ({@code experiment}).
 */
package org.transcal.cli.plan;
