/** The package ships no types; only the interpolators that are used here. */
declare module 'd3-scale-chromatic' {
  /** A CSS colour (`rgb(…)` or `#rrggbb`) for t in [0, 1]. */
  export function interpolateRdBu(t: number): string
  export function interpolatePuOr(t: number): string
  export function interpolateBrBG(t: number): string
  export function interpolateCividis(t: number): string
  export function interpolateViridis(t: number): string
}
