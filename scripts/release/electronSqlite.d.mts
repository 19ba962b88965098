export function isSqliteSufficient(version: string): boolean
