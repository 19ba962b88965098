export type Packed = { name: string; version: string; licence: string; text: string; notice: string }
export function isAllowed(expression: string): boolean
export function packedPackages(): Packed[]
export function licenceProblems(packages: readonly Packed[]): string[]
export function licencesText(packages: readonly Packed[]): string
