export function isSupported(ours: string, newest: string): boolean
