package org.transcal.cli.experiment;

import java.util.List;
import java.util.Optional;
import org.transcal.experiment.TaskPortrait;
import org.transcal.experiment.Trial;

/**
 * All runs of a task.
 *
 * @param trials by repeat, then method
 * @param portrait what pictures need of its first run, if it could be read
 * @param warnings of its reader
 * @param remembered how many trials were taken from an earlier run
 */
record TaskOutcome(
    List<Trial> trials, Optional<TaskPortrait> portrait, List<String> warnings, long remembered) {}
