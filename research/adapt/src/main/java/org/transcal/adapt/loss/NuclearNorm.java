package org.transcal.adapt.loss;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.DataType;
import org.transcal.adapt.tensor.Constants;
import org.transcal.optim.SymmetricEigen;

/**
 * The sum of a matrix's singular values.
 *
 * <p>Its gradient at {@code A = U S Vᵀ} is {@code U Vᵀ}, so {@code Σ A ∘ (U Vᵀ)} with the second
 * factor held fixed has the value and the gradient of the norm. {@code U Vᵀ} comes from the smaller
 * of AᵀA and AAᵀ in double precision; directions with singular value 0 are left out.
 */
public final class NuclearNorm {
  /** Singular values below this share of the largest count as 0. */
  private static final double SMALLEST_SHARE = 1e-6;

  private NuclearNorm() {}

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

  /** {@code A (AᵀA)^(−1/2) = Σ_e A v_e v_eᵀ / s_e} of a matrix that is not wider than high. */
  static double[] slope(double[] a, int rows, int columns) {
    double[][] gram = new double[columns][columns];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        for (int k = 0; k < columns; k++) {
          gram[j][k] += a[i * columns + j] * a[i * columns + k];
        }
      }
    }
    SymmetricEigen eigen = SymmetricEigen.of(gram);
    double smallest = eigen.value(0) * SMALLEST_SHARE * SMALLEST_SHARE;
    double[] slope = new double[rows * columns];
    for (int e = 0; e < columns && eigen.value(e) > smallest; e++) {
      double[] vector = eigen.vector(e);
      for (int i = 0; i < rows; i++) {
        double product = 0;
        for (int j = 0; j < columns; j++) {
          product += a[i * columns + j] * vector[j];
        }
        for (int k = 0; k < columns; k++) {
          slope[i * columns + k] += product * vector[k] / Math.sqrt(eigen.value(e));
        }
      }
    }
    return slope;
  }

  private static double[] transposed(double[] values, int rows, int columns) {
    double[] transposed = new double[values.length];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        transposed[j * rows + i] = values[i * columns + j];
      }
    }
    return transposed;
  }
}
