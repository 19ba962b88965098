import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ScatterChart } from '../ScatterChart.tsx'
import { renderInPage } from '../testing/renderInPage.tsx'

// jsdom has no canvas to draw on.
vi.mock('react-chartjs-2', () => ({
  Chart: ({ role, 'aria-label': label }: { role: string; 'aria-label': string }) => (
    <canvas role={role} aria-label={label} />
  ),
}))

it('a chart shows its frame and legend with its screen, and its picture afterwards', async () => {
  renderInPage(
    <QueryClientProvider client={new QueryClient()}>
      <ScatterChart
        points={[{ id: 'S1', label: 'S1', x: 1, y: 2, group: 'treated' }]}
        groups={[{ name: 'treated' }]}
        xTitle="PC1"
        yTitle="PC2"
        pointWord="Sample"
        summary="One sample"
        fileName="one"
      />
    </QueryClientProvider>,
  )
  expect(screen.getByRole('figure', { name: 'One sample' })).toBeTruthy()
  expect(screen.getByText('treated')).toBeTruthy()
  expect(screen.queryByRole('img', { name: 'One sample' })).toBeNull()
  await screen.findByRole('img', { name: 'One sample' })
})
