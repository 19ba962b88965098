import { openMoment } from './adapters/database/openMoment.ts'
import { answersFile } from './composeAnswers.ts'
import { journalFile } from './composeJournal.ts'
import type { AnswersSchema } from './store/answers.ts'
import type { JournalSchema } from './store/journal.ts'

/** What a profile keeps, as it is at this moment. Throws `file`; nothing is left open then. */
export async function openMomentOf(folder: string) {
  const journal = await openMoment<JournalSchema>(journalFile(folder))
  try {
    const answers = await openMoment<AnswersSchema>(answersFile(folder))
    const close = async () => {
      await journal.close()
      await answers.close()
    }
    return { journal: journal.query, answers: answers.query, close }
  } catch (error) {
    await journal.close()
    throw error
  }
}
