/** One observation of a logistic regression. */
export interface Row {
  readonly x: Float64Array;
  /** 1 or 0: what is to be told. */
  readonly same: number;
  readonly weight: number;
}

/** Logistic regression by iteratively reweighted least squares on standardised signs, with a little ridge; the bias stands last. */
export function fitLogistic(rows: readonly Row[], signs: number, ridge: number): Float64Array {
  const mean = new Float64Array(signs);
  const deviation = new Float64Array(signs);
  for (let k = 0; k < signs; k++) {
    mean[k] = rows.reduce((sum, r) => sum + r.weight * r.x[k]!, 0);
    deviation[k] = Math.sqrt(rows.reduce((sum, r) => sum + r.weight * (r.x[k]! - mean[k]!) ** 2, 0));
  }
  const size = signs + 1;
  const b = new Float64Array(size);
  const z = new Float64Array(size).fill(1);
  for (let round = 0; round < 25; round++) {
    const gradient = Float64Array.from(b, (v, k) => (k < signs ? ridge * v : 0));
    const hessian = Array.from({ length: size }, (_, k) =>
      Float64Array.from({ length: size }, (_, l) => (k === l ? ridge : 0)),
    );
    for (const { x, same, weight } of rows) {
      let odds = b[signs]!;
      for (let k = 0; k < signs; k++) {
        z[k] = (x[k]! - mean[k]!) / deviation[k]!;
        odds += b[k]! * z[k]!;
      }
      const p = 1 / (1 + Math.exp(-odds));
      for (let k = 0; k < size; k++) {
        gradient[k] = gradient[k]! + weight * (p - same) * z[k]!;
        for (let l = 0; l < size; l++) hessian[k]![l] = hessian[k]![l]! + weight * p * (1 - p) * z[k]! * z[l]!;
      }
    }
    const step = solve(hessian, gradient);
    for (let k = 0; k < size; k++) b[k] = b[k]! - step[k]!;
  }
  const w = new Float64Array(size);
  w[signs] = b[signs]!;
  for (let k = 0; k < signs; k++) {
    w[k] = b[k]! / deviation[k]!;
    w[signs] = w[signs]! - (b[k]! * mean[k]!) / deviation[k]!;
  }
  return w;
}

/** Gaussian elimination; the matrix is positive definite, so no pivoting. */
function solve(matrix: Float64Array[], right: Float64Array): Float64Array {
  const size = right.length;
  for (let k = 0; k < size; k++) {
    for (let r = k + 1; r < size; r++) {
      const factor = matrix[r]![k]! / matrix[k]![k]!;
      for (let c = k; c < size; c++) matrix[r]![c] = matrix[r]![c]! - factor * matrix[k]![c]!;
      right[r] = right[r]! - factor * right[k]!;
    }
  }
  const x = new Float64Array(size);
  for (let k = size - 1; k >= 0; k--) {
    x[k] = right[k]!;
    for (let c = k + 1; c < size; c++) x[k] = x[k]! - matrix[k]![c]! * x[c]!;
    x[k] = x[k]! / matrix[k]![k]!;
  }
  return x;
}
