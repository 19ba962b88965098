import { message } from '../../words/message.ts'

/**
 * The problem of a mapping without a column for the reference. It is separate from the order form, whose schema would
 * load zod into the thread that reads files.
 */
export const referenceNeeded = message('samples.needsColumnChooseOne')
