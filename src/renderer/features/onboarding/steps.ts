/** The places of the tour, in their order; each is marked by `data-tour` on what it explains. */
const steps = ['drugs', 'samples', 'results', 'search', 'export', 'status', 'help'] as const
export type TourStep = (typeof steps)[number]

export const targetOf = (step: TourStep): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-tour="${step}"]`)

/** Those that are on the screen: a capsule has no drugs, for one. */
export const stepsHere = (): TourStep[] => steps.filter((step) => targetOf(step) !== null)
