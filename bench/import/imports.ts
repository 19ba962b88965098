export const imports = {} as Record<string, (path: string, database: string) => Promise<number>>
