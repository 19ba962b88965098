/** An affine map of the plane, as canvases and SVG write it; never changed, always made anew. */
export class Matrix {
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
  readonly e: number
  readonly f: number

  constructor(a: number, b: number, c: number, d: number, e: number, f: number) {
    this.a = a
    this.b = b
    this.c = c
    this.d = d
    this.e = e
    this.f = f
  }

  /** First `next`, then this. */
  multiply(next: Matrix): Matrix {
    const { a, b, c, d, e, f } = this
    return new Matrix(
      a * next.a + c * next.b,
      b * next.a + d * next.b,
      a * next.c + c * next.d,
      b * next.c + d * next.d,
      a * next.e + c * next.f + e,
      b * next.e + d * next.f + f,
    )
  }

  translate(x: number, y: number): Matrix {
    return this.multiply(new Matrix(1, 0, 0, 1, x, y))
  }

  scale(x: number, y = x): Matrix {
    return this.multiply(new Matrix(x, 0, 0, y, 0, 0))
  }

  /** Where the map brings a place. */
  apply(x: number, y: number): { x: number; y: number } {
    return { x: this.a * x + this.c * y + this.e, y: this.b * x + this.d * y + this.f }
  }
}
