package org.transcal.adapt.loss;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.DataType;
import org.transcal.adapt.tensor.Constants;
import org.transcal.optim.SymmetricEigen;

/**
 * The sum of a matrix' singular values.
 *
 * <p>Its gradient at {@code A = U S Vᵀ} is {@code U Vᵀ}. So {@code Σ A ∘ (U Vᵀ)} with the second
 * factor held fixed has the value of the norm and its gradient. {@code U Vᵀ = A (AᵀA)^(−1/2)} is
 * found from the smaller of AᵀA and AAᵀ in double precision; directions without weight are left
 * out.
 */
public final class NuclearNorm {
  /** Singular values below this share of the largest are rounding. */
  private static final double SMALLEST_SHARE = 1e-6;

  private NuclearNorm() {}

  /** The norm of a matrix. */
  public static NDArray of(NDArray matrix) {
    int rows = Math.toIntExact(matrix.getShape().get(0));
    int columns = Math.toIntExact(matrix.getShape().get(1));
    double[] values = matrix.toType(DataType.FLOAT64, true).toDoubleArray();
    double[] slope =
        columns <= rows
            ? slope(values, rows, columns)
            : transposed(slope(transposed(values, rows, columns), columns, rows), columns, rows);
    NDArray fixed = Constants.matrix(matrix.getManager(), slope, rows, columns);
    return matrix.mul(fixed.toType(matrix.getDataType(), false)).sum();
  }

  /** {@code A (AᵀA)^(−1/2)} of a matrix that is not wider than high. */
  static double[] slope(double[] a, int rows, int columns) {
    double[][] gram = new double[columns][columns];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        for (int k = 0; k < columns; k++) {
          gram[j][k] += a[i * columns + j] * a[i * columns + k];
        }
      }
    }
    double[][] root = inverseRoot(gram);
    double[] slope = new double[rows * columns];
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < columns; k++) {
        double sum = 0;
        for (int j = 0; j < columns; j++) {
          sum += a[i * columns + j] * root[j][k];
        }
        slope[i * columns + k] = sum;
      }
    }
    return slope;
  }

  private static double[][] inverseRoot(double[][] gram) {
    SymmetricEigen eigen = SymmetricEigen.of(gram);
    int n = gram.length;
    double[][] root = new double[n][n];
    double smallest = eigen.value(0) * SMALLEST_SHARE * SMALLEST_SHARE;
    for (int e = 0; e < n && eigen.value(e) > smallest; e++) {
      double factor = 1 / Math.sqrt(eigen.value(e));
      double[] vector = eigen.vector(e);
      for (int j = 0; j < n; j++) {
        for (int k = 0; k < n; k++) {
          root[j][k] += factor * vector[j] * vector[k];
        }
      }
    }
    return root;
  }

  private static double[] transposed(double[] values, int rows, int columns) {
    double[] turned = new double[values.length];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        turned[j * rows + i] = values[i * columns + j];
      }
    }
    return turned;
  }
}
