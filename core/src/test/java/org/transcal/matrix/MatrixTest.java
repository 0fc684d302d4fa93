package org.transcal.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MatrixTest {
  @Test
  void givenNoRows_thenShapeIsKept() {
    Matrix floats = Matrix.wrap(new float[0], 0, 7);
    Matrix doubles = Matrix.copyOf(new double[0][]);

    assertThat(floats).hasToString("Matrix 0×7");
    assertThat(floats.toArrays()).isEmpty();
    assertThat(floats.selectRows(new int[0])).hasToString("Matrix 0×7");
    assertThat(doubles).hasToString("Matrix 0×0");
  }

  @Test
  void givenWrap_thenShares() {
    float[] floats = {1, 2};
    double[] doubles = {1, 2};
    Matrix ofFloats = Matrix.wrap(floats, 1, 2);
    Matrix ofDoubles = Matrix.wrap(doubles, 2, 1);

    floats[1] = 9;
    doubles[1] = 9;

    assertThat(ofFloats.get(0, 1)).isEqualTo(9);
    assertThat(ofDoubles.get(1, 0)).isEqualTo(9);
    assertThat(((Matrix.OfFloats) ofFloats).storage()).isSameAs(floats);
    assertThat(((Matrix.OfDoubles) ofDoubles).storage()).isSameAs(doubles);
  }

  @Test
  void givenCopyOf_thenCopies() {
    double[][] rows = {{1, 2}, {3, 4}};
    Matrix matrix = Matrix.copyOf(rows);

    rows[1][0] = 9;
    matrix.toArrays()[0][0] = 9;

    assertThat(matrix.toArrays()).isDeepEqualTo(new double[][] {{1, 2}, {3, 4}});
  }

  @Test
  void givenFloats_thenReadAsEqualDoubles() {
    Matrix matrix = Matrix.wrap(new float[] {0.1f, -3e38f, Float.MIN_VALUE, 4}, 2, 2);

    assertThat(matrix.get(0, 0)).isEqualTo((double) 0.1f).isNotEqualTo(0.1);
    assertThat(matrix.toArrays())
        .isDeepEqualTo(new double[][] {{0.1f, -3e38f}, {Float.MIN_VALUE, 4}});
  }

  @Test
  void givenRowCopy_thenRestOfTargetIsUntouched() {
    double[] target = {0, 0, 7};

    Matrix.copyOf(new double[][] {{1, 2}, {3, 4}}).copyRow(1, target);
    assertThat(target).containsExactly(3, 4, 7);

    Matrix.wrap(new float[] {1, 2, 5, 6}, 2, 2).copyRow(1, target);
    assertThat(target).containsExactly(5, 6, 7);
  }

  @Test
  void givenSelection_thenOrderRepeatsAndPrecisionAreKept() {
    Matrix floats = Matrix.wrap(new float[] {1, 2, 3, 4, 5, 6}, 3, 2);
    Matrix doubles = Matrix.wrap(new double[] {1, 2, 3, 4, 5, 6}, 3, 2);
    double[][] expected = {{5, 6}, {1, 2}, {5, 6}};

    assertThat(floats.selectRows(new int[] {2, 0, 2})).isInstanceOf(Matrix.OfFloats.class);
    assertThat(floats.selectRows(new int[] {2, 0, 2}).toArrays()).isDeepEqualTo(expected);
    assertThat(doubles.selectRows(new int[] {2, 0, 2})).isInstanceOf(Matrix.OfDoubles.class);
    assertThat(doubles.selectRows(new int[] {2, 0, 2}).toArrays()).isDeepEqualTo(expected);
  }

  @Test
  void givenRange_thenItsRows() {
    Matrix matrix = Matrix.wrap(new double[] {1, 2, 3, 4}, 4, 1);

    assertThat(matrix.rowRange(1, 3).toArrays()).isDeepEqualTo(new double[][] {{2}, {3}});
    assertThat(matrix.rowRange(4, 4).rows()).isZero();
  }

  @Test
  void givenRowOrColumnOutside_thenRefused() {
    for (Matrix matrix :
        new Matrix[] {
          Matrix.wrap(new double[] {1, 2, 3, 4}, 2, 2), Matrix.wrap(new float[] {1, 2, 3, 4}, 2, 2)
        }) {
      assertThatThrownBy(() -> matrix.get(2, 0)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> matrix.get(0, 2)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> matrix.get(1, -1)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> matrix.selectRows(new int[] {2}))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> matrix.copyRow(-1, new double[2]))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void givenWrongLength_thenMessageNamesShapeAndLength() {
    assertThatThrownBy(() -> Matrix.wrap(new double[5], 2, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Matrix of shape 2×3 needs 6 values but got 5");
    assertThatThrownBy(() -> Matrix.wrap(new float[0], -1, 3)).hasMessageContaining("-1×3");
    // The product of the shape, 2³², is 0 in 32 bits.
    assertThatThrownBy(() -> Matrix.wrap(new float[0], 1 << 16, 1 << 16))
        .hasMessageContaining("4294967296");
  }

  @Test
  void givenRaggedRows_thenMessageNamesTheRow() {
    assertThatThrownBy(() -> Matrix.copyOf(new double[][] {{1, 2}, {3, 4}, {5}}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Row 2 has 1 values; row 0 has 2");
  }
}
