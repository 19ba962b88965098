export function stage(text: string, percent: number): string
export function checksums(folder: string, files: readonly string[]): Promise<string>
