import { message } from '../../messages/message.ts'

/**
 * The problem of a column mapping without a column for the reference. Apart from the order form, whose schema would load
 * zod into the thread that reads files.
 */
export const referenceNeeded = message`needs a column: choose the one that names each sample`
