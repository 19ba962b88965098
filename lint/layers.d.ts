export function layerProblem(file: string, specifier: string): string | undefined
