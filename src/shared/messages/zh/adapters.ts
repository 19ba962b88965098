import type { Translations } from '../translate.ts'

/** Chinese texts: files, databases, the keychain and the network. */
export const adapters: Translations = {
  'it does not exist (it may have been moved or renamed)': '它不存在（可能已被移动或重命名）',
  'its folder does not exist': '它所在的文件夹不存在',
  'this account does not have the permission (check the permissions of the file and of its folder)':
    '此账户没有权限（请检查文件及其所在文件夹的权限）',
  'this account may not change it': '此账户无权更改',
  'another program is using it': '其他程序正在使用',
  'it is a folder': '它是文件夹',
  'there is a file of that name': '已有同名文件',
  'it is no file but a pipe or a device': '它不是文件，而是管道或设备',
  'the disk is full': '磁盘已满',
  'the disk quota is used up': '磁盘配额已用完',
  'the disk is read-only': '磁盘为只读',
  'it is a link that leads back to itself': '它是指向自身的链接',
  'its name is too long': '名称过长',
  'it is a link to a file that does not exist (its disk may not be connected)':
    '它是一个链接，指向的文件不存在（其所在磁盘可能未连接）',
  'The data file “{0}” could not be used: {1}. Nothing was sent. Correct this or move “{2}” elsewhere, then start again.':
    '无法使用数据文件“{0}”：{1}。没有发送任何内容。请修正此问题或将“{2}”移到别处，然后重新启动。',
  'the system answered {0}': '系统返回 {0}',
  'Nothing was written; choose another place, or try again.': '未写入任何内容；请选择其他位置，或重试。',
  '“{0}” could not be opened: {1}.': '无法打开“{0}”：{1}。',
  '“{0}” could not be saved: {1}.': '无法保存“{0}”：{1}。',
  '“{0}” is a file that you opened in Pathclock, so it is not replaced. Choose another name or folder.':
    '“{0}”是您在 Pathclock 中打开的文件，因此不会被替换。请选择其他名称或文件夹。',
  '“{0}” is a data file of Pathclock itself, so nothing is saved over it. Choose another name or folder.':
    '“{0}”是 Pathclock 自己的数据文件，因此不会覆盖它。请选择其他名称或文件夹。',
  'This file is no longer known. Choose it again.': '此文件已无法识别。请重新选择。',
  'Another window or command of Pathclock has been changing the settings, the sign-in or the list of profiles for two minutes and does not get done. End it, then try again.':
    'Pathclock 的另一个窗口或命令两分钟来一直在更改设置、登录或配置列表，尚未完成。请将其结束后重试。',
  'Nothing was sent: the proxy of the settings could not be set. Try again, or choose another one under Settings, Data & network.':
    '未发送任何内容：无法启用设置中的代理。请重试，或在“设置 › 数据与网络”中另选一个。',
  'The browser cannot be sent back to port {0} of this computer: another program uses it, or this account may not. Close that program, or set another redirect address that is registered with your provider.':
    '浏览器无法返回本机的端口 {0}：其他程序正在使用该端口，或此账户无权使用。请关闭该程序，或另填一个已在服务商处注册的重定向地址。',
  'The offline switch is on: no request leaves. Turn it off to reach the service.':
    '离线开关已打开：不会发出任何请求。请将其关闭以连接服务。',
  'Pathclock could not store the pasted text. Free up disk space, or save the text as a file and choose that.':
    'Pathclock 无法存储粘贴的文本。请腾出磁盘空间，或将文本保存为文件后选择该文件。',
  'A PDF is printed by Chromium, Chrome or Edge, and none of them was found on this computer (or what PATHCLOCK_CHROMIUM names cannot be run). Write HTML or SVG instead, or install one of them.':
    'PDF 由 Chromium、Chrome 或 Edge 打印，但本机没有找到其中任何一个（或 PATHCLOCK_CHROMIUM 所指的程序无法运行）。请改为保存 HTML 或 SVG，或安装其中一个浏览器。',
  'The browser that prints the PDF was not done after {0} s, and was ended. Nothing was written; try again, or write HTML instead.':
    '打印 PDF 的浏览器在 {0} 秒后仍未完成，已被结束。未写入任何内容；请重试，或改为保存 HTML。',
  'The browser that prints the PDF quit before it wrote the file. Free up disk space, or export HTML instead.':
    '打印 PDF 的浏览器意外结束，没有写出文件。请确认磁盘有空间，或改为保存 HTML。',
  'The browser that prints the PDF quit with code {0} before it wrote the file. Free up disk space, or export HTML instead.':
    '打印 PDF 的浏览器以代码 {0} 结束，没有写出文件。请确认磁盘有空间，或改为保存 HTML。',
  'This version of Node cannot go through the proxy of the settings, so nothing was sent. Use Node 24.14 or later, or set the proxy to “System”.':
    '当前的 Node 版本无法使用设置中的代理，因此未发送任何内容。请使用 Node 24.14 或更高版本，或将代理设为“跟随系统”。',
  '“{0}” is the journal, which cannot be backed up into itself. Choose another name.':
    '“{0}”就是日志库，不能备份到自身。请选择其他名称。',
  '“{0}” is a data file that is in use now. Choose another name for the backup.':
    '“{0}”是正在使用的数据文件。请为备份选择其他名称。',
  'The backup was deleted because it is not sound ({0}). Verify the journal.':
    '备份不完好（{0}），已删除。请校验日志库。',
  'The data file “{0}” is damaged, and Pathclock could not move it aside. Close other Pathclock windows, then try again.':
    '数据文件“{0}”已损坏，且无法另存。请关闭此应用的其他窗口，然后重试。',
  'The data file “{0}” of profile {1} is in use by another window or command. Close it, then try again.':
    '配置 {1} 的数据文件“{0}”正被另一个窗口或命令使用。请将其关闭后重试。',
  'the schema is not the one that was written': '数据库结构与写入时不同',
  'The data file “{0}” is too old for this version of the app (its last step is “{1}”). Nothing was changed. Open it with an earlier version first, then with this one.':
    '数据文件“{0}”对此版本的应用来说太旧（最后一步为“{1}”）。未做任何更改。请先用较早的版本打开，再用此版本打开。',
  'The data file “{0}” was written by a newer version of the app (it has the step “{1}”). Nothing was changed. Install the newest version of the app to open it.':
    '数据文件“{0}”由更新版本的应用写入（含有步骤“{1}”）。未做任何更改。请安装最新版本的应用来打开。',
  'Run the app with Node 24.21 or newer.': '请使用 Node 24.21 或更高版本运行应用。',
  "This system's SQLite is {0}; {1} or newer is needed.": '此系统的 SQLite 为 {0}；需要 {1} 或更高版本。',
  "This system's SQLite was built without full-text search (FTS5).": '此系统的 SQLite 不含全文搜索（FTS5）。',
  'a query found damage while it was open': '打开期间有查询遇到损坏',
  'the file is empty': '文件为空',
  'this account may not use it. Check that the data folder exists and may be written to':
    '此账户无权使用。请确认数据文件夹存在且可写入',
  'another program is writing to it. Close other windows of this app, then try again':
    '其他程序正在写入。请关闭此应用的其他窗口，然后重试',
  'it is read-only. Give this account the right to write to the data folder, then try again':
    '它为只读。请授予此账户写入数据文件夹的权限，然后重试',
  'the disk could not be read or written. Check the disk, then try again':
    '磁盘无法读取或写入。请检查磁盘，然后重试',
  'it is damaged. Restart the app: the file is then moved aside and nothing of it is deleted':
    '它已损坏。请重新启动应用：该文件会被另存，不会删除任何内容',
  'the disk is full. Make room on it, then try again': '磁盘已满。请腾出空间，然后重试',
  'it could not be opened. Check that the data folder exists and may be written to':
    '无法打开。请确认数据文件夹存在且可写入',
  'another program is opening it. Close other windows of this app, then try again':
    '其他程序正在打开它。请关闭此应用的其他窗口，然后重试',
  'it is no database. Restart the app: the file is then moved aside and nothing of it is deleted':
    '它不是数据库。请重新启动应用：该文件会被另存，不会删除任何内容',
  'The data file “{0}” could not be used: {1}.': '无法使用数据文件“{0}”：{1}。',
  "The library for this computer's keychain is missing.": '缺少本机钥匙串所需的库。',
  'On Linux, install libsecret-1-0 and gnome-keyring, then start Pathclock again.':
    '在 Linux 上，请安装 libsecret-1-0 和 gnome-keyring，然后重新启动 Pathclock。',
  'There is no D-Bus session, so the keychain cannot be reached.': '没有 D-Bus 会话，因此无法使用钥匙串。',
  'Start Pathclock from a desktop session, or under dbus-run-session with gnome-keyring running.':
    '请从桌面会话启动 Pathclock，或在 dbus-run-session 下启动并运行 gnome-keyring。',
  'No keychain service is running.': '没有正在运行的钥匙串服务。',
  'On Linux, install libsecret-1-0 and gnome-keyring (or KWallet) and start it, then sign in again.':
    '在 Linux 上，请安装 libsecret-1-0 和 gnome-keyring（或 KWallet）并启动，然后重新登录。',
  'The keychain is locked.': '钥匙串已锁定。',
  'Unlock your keyring (by logging in, or in its own settings), then sign in again.':
    '请解锁钥匙串（通过登录系统，或在其设置中），然后重新登录。',
  'The keychain does not answer.': '钥匙串没有应答。',
  'Look for a window that prompts you to unlock your keyring, unlock it, then sign in again.':
    '请查找提示解锁钥匙串的窗口并解锁，然后重新登录。',
  'The keychain does not work.': '钥匙串无法工作。',
  "Check that your system's keychain works, then sign in again.":
    '请确认系统的钥匙串可以工作，然后重新登录。',
  'Pathclock could not create its folder “{0}” ({1}). Check that no file has that name and that this account may write there.':
    'Pathclock 无法创建其文件夹“{0}”（{1}）。请确认没有同名文件，且此账户有权在该处写入。',
  'Pathclock could not read its file “{0}” ({1}). Check that its folder belongs to this account.':
    'Pathclock 无法读取其文件“{0}”（{1}）。请确认其文件夹属于此账户。',
  'Pathclock could not save its file “{0}” ({1}). Check that its folder belongs to this account and that the disk has space.':
    'Pathclock 无法保存其文件“{0}”（{1}）。请确认其文件夹属于此账户，且磁盘有空间。',
  "You are signed out of Pathclock, but the keychain may still hold the credential, because it did not remove it. {0} Remove the entries of Pathclock in the keychain's own window, or sign in and out again once it works.":
    '您已从 Pathclock 退出登录，但钥匙串没有删除凭据，可能仍保存着它。{0}请在钥匙串自己的窗口中删除 Pathclock 的条目，或待其恢复后重新登录并退出。',
  'Pathclock could not write to its order log “{0}”, so nothing was sent. Check that the disk has space and that this account may write to the data folder.':
    'Pathclock 无法写入订单日志“{0}”，因此未发送任何内容。请检查磁盘是否有空间，以及此帐户是否可以写入数据文件夹。',
  'Another Pathclock has been writing to the order log “{0}” for ten seconds, or the data folder is read-only. Close the other one, then try again.':
    '另一个 Pathclock 已占用订单日志“{0}”十秒钟，或者数据文件夹是只读的。请关闭另一个 Pathclock，然后重试。',
}
