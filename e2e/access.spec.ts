import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from './fixtures.ts'
import { projectRoot } from './hosts.ts'
import { analyseAll, checkFile, exploreDemo, goTo, order, type Section } from './models.ts'

const sections: Section[] = ['Drugs', 'Samples', 'Results', 'Screening', 'Settings']

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(colorScheme, () => {
    test.use({ colorScheme })

    test('every screen is free of the faults that axe finds, empty and full', async ({ app, page, host }) => {
      const scan = async () => {
        const { violations } = await new AxeBuilder({ page }).setLegacyMode(host === 'electron').analyze()
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`),
        ).toEqual([])
      }
      await expect(page.getByRole('heading', { name: 'Pathclock' })).toBeVisible()
      await scan()
      await exploreDemo(page)
      for (const section of sections) {
        await goTo(page, section)
        await scan()
      }
      await checkFile(app, join(projectRoot, 'examples/cohort.csv'))
      await scan()
      await order(page, 48)
      await scan()
      await analyseAll(page, 48)
      await scan()
    })
  })
