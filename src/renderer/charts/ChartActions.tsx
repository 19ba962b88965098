import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { IconDotsVertical, IconTable } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toTsv } from '../ui/copyTable.ts'
import { copyText } from '../ui/copyText.ts'
import type { DataTable } from '../ui/dataTable.ts'
import classes from './Chart.module.css'
import { copyPng, savePng, toPng } from './clipboard.ts'
import { useChartTheme } from './theme.ts'

type Props = {
  canvas: () => HTMLCanvasElement | null
  table: DataTable
  fileName: string
  showsData: boolean
  toggleData: () => void
}

/** Show the data, copy it, copy or save the picture. What happened is said beside the buttons. */
export function ChartActions({ canvas, table, fileName, showsData, toggleData }: Props) {
  const { t } = useTranslation('charts')
  const theme = useChartTheme()
  const [said, setSaid] = useState('')
  const tell = (work: Promise<void>) =>
    work.then(() => setSaid(t('copied'))).catch(() => setSaid(t('copyFailed')))
  const withPng = async (deliver: (png: Blob) => Promise<void> | void) => {
    const drawn = canvas()
    if (drawn) await deliver(await toPng(drawn, theme.surface))
  }
  return (
    <Group gap={4} wrap="nowrap">
      <output aria-live="polite" className={classes.said}>
        {said}
      </output>
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        leftSection={<IconTable size={14} aria-hidden />}
        aria-pressed={showsData}
        onClick={toggleData}
      >
        {showsData ? t('hideData') : t('showData')}
      </Button>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t('copyMenu')}>
            <IconDotsVertical size={14} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void tell(copyText(toTsv(table)))}>{t('copyData')}</Menu.Item>
          <Menu.Item disabled={showsData} onClick={() => void tell(withPng(copyPng))}>
            {t('copyPng')}
          </Menu.Item>
          <Menu.Item
            disabled={showsData}
            onClick={() => void withPng((png) => savePng(png, `${fileName}.png`))}
          >
            {t('savePng')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}
