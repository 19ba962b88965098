import { expect, it } from 'vitest'
import { joinMessages, toEnglish } from '../../../shared/words/message.ts'
import { createRunReport } from './fetchResults.ts'

it('lists samples that failed for the same reason together', () => {
  const report = createRunReport()
  report.settled('LIV-00', 'analysed')
  report.failed('LIV-01', joinMessages([`the value of mTOR is no number`]))
  report.failed('LIV-02', joinMessages([`the service responded without a value.`]))
  report.failed('LIV-03', joinMessages([`the value of mTOR is no number`]))
  expect(toEnglish(report.text()).split('\n')).toEqual([
    '1 sample analyzed, 3 failed.',
    'LIV-01, LIV-03: the value of mTOR is no number',
    'LIV-02: the service responded without a value.',
  ])
})

it('lists ten failed samples and counts the others', () => {
  const report = createRunReport()
  for (let sample = 1; sample <= 12; sample++) report.failed(`S${sample}`, joinMessages([`no answer`]))
  expect(toEnglish(report.text()).split('\n')).toEqual([
    '0 samples analyzed, 12 failed.',
    'S1, S2, S3, S4, S5, S6, S7, S8, S9, S10: no answer',
    'and 2 more',
  ])
})

it('reports the outcomes of earlier requests, and does not count them as results', () => {
  const report = createRunReport()
  report.settled('LIV-01', 'alreadyHere')
  report.settled('LIV-02', 'lost')
  report.settled('LIV-03', 'refused')
  report.settled('LIV-04', 'lost')
  report.settled('LIV-05', 'empty')
  expect(report.withResult()).toBe(1)
  expect(toEnglish(report.text()).split('\n')).toEqual([
    '0 samples analyzed, 1 already had a result, 2 requested earlier without a response, 1 refused earlier, 1 failed.',
    expect.stringMatching(/^LIV-02, LIV-04: it was requested before and no result came/),
    expect.stringMatching(/^LIV-03: the service refused an earlier request/),
    expect.stringMatching(/^LIV-05: the service responded without a value/),
  ])
})
