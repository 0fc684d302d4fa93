/**
 * The data of one transfer problem: labelled source validation rows, unlabelled target rows, and
 * what some methods need besides.
 *
 * <p>Read first: {@link org.transcal.task.TransferTask}. May depend on: {@code matrix}, {@code
 * prediction}, {@code kernel}. Does not belong here: anything computed from a task ({@code shift}).
 */
package org.transcal.task;
