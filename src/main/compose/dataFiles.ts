import { join } from 'node:path'

export const journalFile = (folder: string): string => join(folder, 'journal.db')
export const orderLogFile = (folder: string): string => join(folder, 'orders.log')
export const resultsFile = (folder: string): string => join(folder, 'answers.db')
export const backupFolder = (folder: string): string => join(folder, 'backups')
