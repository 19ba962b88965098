import { Button, Group, Menu } from '@mantine/core'
import { IconDotsVertical, IconTable } from '@tabler/icons-react'
import { use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Kind } from '../../../figures/frame/drawing.ts'
import type { Figure } from '../../../figures/frame/figure.ts'
import type { FigureDefinition } from '../../../shared/domain/studies/board.ts'
import { type DataTable, toCopy, toTsv, withSource } from '../../../shared/tables/copyTable.ts'
import { copyText } from '../../ui/copy/CopyButton.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import shared from '../../ui/shared.module.css'
import { AddToBoardContext } from '../board/PanelFigure.tsx'
import { copyPng, copySvg, saveFile } from '../saving/clipboard.ts'
import { FigureDialog } from '../saving/FigureDialog.tsx'
import { FigureSavingContext } from '../saving/figureSaving.ts'
import { toPng, toSvg } from '../saving/pageFigure.ts'

type Props<K extends Kind> = {
  figure: () => Figure<K> | null
  /** True if there is a picture to copy; data can always be copied. */
  hasPicture: boolean
  /** The minimum height for charts with named rows; 0 for others. */
  minHeightPx: number
  table: () => DataTable
  fileName: string
  /** The source of the numbers, which becomes a column of copied data, because copied rows may be separated. */
  source?: string | undefined
  /** The definition to draw it on a board; left out if that is impossible. */
  definition?: FigureDefinition | undefined
  showsData: boolean
  toggleData: () => void
}

/** Buttons to show or copy the data and to copy or save the picture, with the outcome beside them. */
export function ChartActions<K extends Kind>({
  figure,
  hasPicture,
  minHeightPx,
  table,
  fileName,
  source,
  definition,
  showsData,
  toggleData,
}: Props<K>) {
  const { t } = useTranslation('charts')
  const { t: tFigure } = useTranslation('figure')
  const [status, setStatus] = useState('')
  const { copyPng: copyImage = copyPng } = use(FigureSavingContext)
  const addToBoard = use(AddToBoardContext)
  const [opened, setOpened] = useState<Figure<K> | null>(null)
  /** Waits until the menu has closed, because drawing thousands of marks takes a moment. */
  const withFigure = async (deliver: (drawn: Figure<K>) => Promise<void> | void): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve))
    const drawn = figure()
    if (drawn) await deliver(drawn)
  }
  const copy = (work: Promise<void>) =>
    void work.then(() => setStatus(t('copied'))).catch(() => setStatus(t('copyFailed')))
  const tableWithSource = () => withSource(table(), source, t('source'))
  const saveData = () => {
    const csv = `${toCopy({ table: tableWithSource(), json: null }, 'csv')}\r\n`
    saveFile(new Blob([csv], { type: 'text/csv' }), `${fileName}.csv`)
  }
  return (
    <Group gap={4} mih={30} wrap="nowrap">
      <output aria-live="polite" className={shared.note}>
        {status}
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
          <IconButton icon={IconDotsVertical} label={t('copyMenu')} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => copy(copyText(toTsv(tableWithSource())))}>{t('copyData')}</Menu.Item>
          <Menu.Item
            disabled={!hasPicture}
            onClick={() => copy(withFigure(async (drawn) => copyImage(await toPng(drawn))))}
          >
            {t('copyPng')}
          </Menu.Item>
          <Menu.Item
            disabled={!hasPicture}
            onClick={() => copy(withFigure((drawn) => copySvg(toSvg(drawn))))}
          >
            {t('copySvg')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item disabled={!hasPicture} onClick={() => setOpened(figure())}>
            {tFigure('open')}
          </Menu.Item>
          {addToBoard && definition && (
            <Menu.Item disabled={!hasPicture} onClick={() => addToBoard(definition)}>
              {tFigure('addToBoard')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {opened && (
        <FigureDialog
          figure={opened}
          minHeightPx={minHeightPx}
          fileName={fileName}
          saveData={saveData}
          close={() => setOpened(null)}
        />
      )}
    </Group>
  )
}
