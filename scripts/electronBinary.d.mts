export function findPacked(): string | null
export function findElectron(): string | null
export function fetchElectron(limitMs: number): Promise<string | null>
