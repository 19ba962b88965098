export function layerProblem(file: string, specifier: string): string | undefined
export const doors: Record<string, readonly string[]>
