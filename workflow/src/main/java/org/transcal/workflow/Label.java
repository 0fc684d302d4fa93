package org.transcal.workflow;

import org.transcal.io.file.InputException;
import org.transcal.labelling.LabelSampler;
import org.transcal.labelling.LabelledRows;
import org.transcal.shift.PreparedTask;

/** Chooses the target rows that are most worth labelling. */
public final class Label {
  private Label() {}

  /**
   * How many rows, and which.
   *
   * @param budget number of rows to choose, besides earlier ones
   * @param seed random seed
   * @param earlier rows of earlier rounds, which are kept
   * @param where names them in messages
   */
  public record Options(int budget, long seed, LabelledRows earlier, String where) {
    /** Checks the budget. */
    public Options {
      if (budget < 1) {
        throw new OptionException(
            "Number of rows to label is " + budget + "; it must be at least 1");
      }
    }
  }

  /** Chooses rows; fewer than the budget if the task has no more. */
  public static LabelledRows run(TaskInput input, Options options, Listener listener) {
    try (Progress progress = Listener.interruptible(listener, "choosing rows", 1)) {
      LabelledRows rows =
          InputException.naming(
              options.where(),
              () ->
                  new LabelSampler(options.seed())
                      .chooseMore(
                          PreparedTask.of(input.task()), options.earlier(), options.budget()));
      progress.advance(1);
      return rows;
    }
  }
}
