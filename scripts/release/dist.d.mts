export function updateOptions(env: Readonly<Record<string, string>>): string[]
export function signingOptions(env: Readonly<Record<string, string>>, system: string): string[]
