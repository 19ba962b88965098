import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderInPage } from '../../../../charts/testing/renderInPage.tsx'
import { locale } from '../../locale.ts'
import { batch, job } from '../../testing/importAnswers.ts'
import { Course } from './SentStep.tsx'

describe('how far the sending is', () => {
  it('counts what was done before, when a batch goes on', () => {
    const paused = { ...batch, rows: 48, created: 5, queued: 43 }
    renderInPage(<Course job={{ ...job, done: 2, total: 45 }} running total={48} batch={paused} />, {
      import: locale.en,
    })
    expect(screen.getByText('5 of 48')).toBeTruthy()
  })
})
