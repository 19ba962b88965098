export function removeLeft(parent: string, beginning: string, nowMs?: number): void
