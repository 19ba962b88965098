import { message } from '../../messages/message.ts'

/**
 * The problem of a mapping without a column for the reference. It is separate from the order form, whose schema would
 * load zod into the thread that reads files.
 */
export const referenceNeeded = message`needs a column: choose the one that names each sample`
