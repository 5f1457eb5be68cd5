package dev.sessionbench.study.calibrate;

/** Three linear equations of a symmetric matrix, solved by Cramer's rule. */
final class Linear {
  private static final double SINGULAR = 1e-10;

  private Linear() {}

  /**
   * Solves, the rows and columns brought to one size first.
   *
   * @param matrix symmetric, its diagonal not negative; a row of zeros leaves an unknown out
   * @return the unknowns, 0 for what is left out; all 0 where the others are not decided
   */
  static double[] solve(double[][] matrix, double[] right) {
    double[][] m = new double[3][3];
    double[] size = new double[3];
    for (int i = 0; i < 3; i++) {
      size[i] = matrix[i][i] > 0 ? Math.sqrt(matrix[i][i]) : 1;
    }
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        m[i][j] = matrix[i][j] / (size[i] * size[j]);
      }
      if (!(matrix[i][i] > 0)) {
        m[i][i] = 1;
      }
    }
    double determinant = determinant(m);
    double[] solution = new double[3];
    if (Math.abs(determinant) < SINGULAR) {
      return solution;
    }
    for (int column = 0; column < 3; column++) {
      double[][] replaced = {m[0].clone(), m[1].clone(), m[2].clone()};
      for (int row = 0; row < 3; row++) {
        replaced[row][column] = right[row] / size[row];
      }
      solution[column] = determinant(replaced) / determinant / size[column];
    }
    return solution;
  }

  /** Whether the equations leave unknowns undecided that are not left out. */
  static boolean isSingular(double[][] matrix) {
    double[] first = {Math.max(1, matrix[0][0]), 0, 0};
    return solve(matrix, first)[0] == 0;
  }

  private static double determinant(double[][] m) {
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
        - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
  }

  /** The difference of two matrices. */
  static double[][] minus(double[][] whole, double[][] part) {
    double[][] rest = new double[3][3];
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        rest[i][j] = whole[i][j] - part[i][j];
      }
    }
    return rest;
  }
}
