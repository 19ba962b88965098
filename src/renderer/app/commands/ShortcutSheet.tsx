import { Box } from '@mantine/core'
import { commandOf, commands, keysOf, listKeys, menuTitles } from '../../../shared/contract/commands.ts'
import type { AppStatus } from '../../../shared/contract/state.ts'
import { useDialogs } from '../../state/dialogs.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import shared from '../../ui/shared.module.css'
import { formatKeys, isMac, useLocalize } from './commands.ts'
import classes from './shortcuts.module.css'

/** Commands that a browser handles itself and lists in its own menus. */
const installedAppOnly: readonly string[] = ['quit', 'close', 'minimize']

export function ShortcutSheet({ host }: { host: AppStatus['host'] }) {
  const localize = useLocalize()
  const { shortcuts, close } = useDialogs()
  const mac = isMac()
  const isAvailable = (id: string): boolean => host === 'electron' || !installedAppOnly.includes(id)
  const sections = menuTitles.map(({ id, words }) => ({
    title: localize(words),
    lines: commands
      .filter((command) => command.menu === id && command.keys.length > 0 && isAvailable(command.id))
      .map((command) => ({ label: localize(command.words), keys: keysOf(command, mac) })),
  }))
  const lists = listKeys.keys.map(({ keys, words }) => ({ label: localize(words), keys }))
  return (
    <Dialog
      opened={shortcuts}
      onClose={() => close('shortcuts')}
      title={localize(commandOf('shortcuts').words)}
      size={820}
    >
      <div className={classes.parts}>
        {[...sections, { title: localize(listKeys.title), lines: lists }]
          .filter(({ lines }) => lines.length > 0)
          .map(({ title, lines }) => (
            <Box key={title} component="section" mb="lg" style={{ breakInside: 'avoid' }}>
              <Box component="h3" mt={0} mb="xs" mx={0} fz="sm" fw={600} c="dimmed">
                {title}
              </Box>
              <dl className={shared.noMargin}>
                {lines.map(({ label, keys }) => (
                  <div key={label} className={classes.line}>
                    <dt>{label}</dt>
                    <dd>
                      {keys.map((one) => (
                        <kbd key={one} className={classes.key}>
                          {formatKeys(one, mac)}
                        </kbd>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </Box>
          ))}
      </div>
    </Dialog>
  )
}
