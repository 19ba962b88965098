import type { WriteMethods } from '../study/study.ts'
import { toPythonProgram } from './python/program.ts'
import { toRProgram } from './r/program.ts'
import { toText } from './text/text.ts'

/** The methods of a study in words, and programs that make its numbers again. Nothing but the study goes in. */
export const writeMethods: WriteMethods = (collected, language) => {
  const { version, madeAt, synthetic } = collected
  const head = [
    `Recomputes the numbers of a study from its exported tables and compares them. Made by Pathclock ${version}, ${madeAt}.`,
    ...(synthetic ? ['SYNTHETIC DATA: no real measurements.'] : []),
    'Research use only.',
    'Reads results.csv, samples.csv and comparison.csv, as far as they are needed, from the folder that is given, or from',
    '../tables beside this program; writes recomputed.csv beside this program; ends with 1 where numbers do not agree.',
  ]
  return {
    text: toText(collected, language),
    r: toRProgram(collected, ['Rscript PROGRAM [FOLDER]; base R is enough.', ...head]),
    python: toPythonProgram(collected, ['python3 PROGRAM [FOLDER]; needs numpy and scipy.', ...head]),
  }
}
