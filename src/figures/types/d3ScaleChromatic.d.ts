/** Types for a package without types; only the interpolators used here. */
declare module 'd3-scale-chromatic' {
  /** Returns a CSS color (`rgb(…)` or `#rrggbb`) for t in [0, 1]. */
  export function interpolateRdBu(t: number): string
  export function interpolatePuOr(t: number): string
  export function interpolateBrBG(t: number): string
  export function interpolateCividis(t: number): string
  export function interpolateViridis(t: number): string
}
