// Powers and logarithms of additions and multiplications alone: engines may round those of their own differently, and a history must replay the same in all of them.

/** 2^-x for x ≥ 0; exact for whole x. */
export function halve(x: number): number {
  const whole = Math.floor(x);
  if (whole > 1074) return 0;
  const y = (x - whole) * -Math.LN2;
  let sum = 1;
  let term = 1;
  for (let n = 1; n <= 18; n++) {
    term *= y / n;
    sum += term;
  }
  for (let n = 0; n < whole; n++) sum /= 2;
  return sum;
}

/** log2 of x > 0; exact for powers of two. */
export function binaryLog(x: number): number {
  let whole = 0;
  let m = x;
  for (; m >= 2; whole++) m /= 2;
  for (; m < 1; whole--) m *= 2;
  // ln m = 2 artanh((m − 1) / (m + 1)), with the argument below a third.
  const y = (m - 1) / (m + 1);
  let sum = 0;
  let power = y;
  for (let n = 1; n <= 41; n += 2) {
    sum += power / n;
    power *= y * y;
  }
  return whole + (2 * sum) / Math.LN2;
}
