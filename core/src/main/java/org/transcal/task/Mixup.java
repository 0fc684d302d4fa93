package org.transcal.task;

import org.transcal.prediction.Logits;

/**
 * Logits of mixed target inputs: row i is the model's answer to {@code 0.65 x_i + 0.35
 * x_partner(i)}.
 */
public final class Mixup {
  private final Logits logits;
  private final int[] partner;

  /** Copies the partners; each must be a target row. */
  public Mixup(Logits logits, int[] partner) {
    if (partner.length != logits.rows()) {
      throw new IllegalArgumentException(
          "Mixup has " + logits.rows() + " rows of logits but " + partner.length + " partners");
    }
    for (int i = 0; i < partner.length; i++) {
      if (partner[i] < 0 || partner[i] >= partner.length) {
        throw new IllegalArgumentException(
            "Mixup partner of row "
                + i
                + " is "
                + partner[i]
                + "; it must be a target row in 0 … "
                + (partner.length - 1));
      }
    }
    this.logits = logits;
    this.partner = partner.clone();
  }

  /** Logits of the mixed inputs. */
  public Logits logits() {
    return logits;
  }

  /** The target row mixed into row i. */
  public int partner(int row) {
    return partner[row];
  }
}
