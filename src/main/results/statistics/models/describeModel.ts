import { joinMessages, type Message, message, shortList } from '../../../../shared/words/message.ts'
import type { DesignProblem } from './checkDesign.ts'
import type { ContrastProblem } from './contrasts.ts'

const mostNames = 12

/** Describes why a model cannot be fitted, or why a text is not a contrast of it. */
export function describeProblem(problem: DesignProblem | ContrastProblem): Message {
  switch (problem.why) {
    case 'emptyCells': {
      const { terms, cells, count } = problem
      const named = cells.map((cell) => cell.join(' + '))
      return message('models.emptyCells', {
        first: terms[0],
        second: terms[1],
        count,
        cells: shortList(named, named.length, count),
      })
    }
    case 'confounded': {
      const values = { first: joinMessages(problem.with, ', '), second: problem.term }
      if (!problem.all) return message('models.confounded', values)
      const [levels, within] = [problem.all.levels, problem.all.in].map((all) => shortList(all, mostNames))
      return message('models.confoundedLevels', { ...values, levels: levels ?? '', in: within ?? '' })
    }
    case 'unknown':
      return message('models.unknown', { name: problem.name, known: shortList(problem.known, mostNames) })
    case 'ambiguous': {
      const [first, second] = problem.meanings
      return message('models.ambiguous', { text: problem.text, first, second })
    }
    case 'notFinite':
      return message('models.notFinite', { ...problem })
    case 'constant':
      return message('models.constant', { ...problem })
    case 'oneLevel':
      return message('models.oneLevel', { ...problem })
    case 'tooManyLevels':
      return message('models.tooManyLevels', { ...problem })
    case 'oneSample':
      return message('models.oneSample', { ...problem })
    case 'constantWithin':
      return message('models.constantWithin', { ...problem })
    case 'noResidualDf':
      return message('models.noResidualDf', { ...problem })
    case 'onlyBetweenBlocks':
      return message('models.onlyBetweenBlocks')
    case 'notComparable':
      return message('models.notComparable', { ...problem })
    case 'absorbed':
      return message('models.absorbed', { ...problem })
  }
}
