import type { Translations } from '../translate.ts'

/** Chinese texts: the composition, updates, jobs and the browser host. */
export const app: Translations = {
  'The settings file settings.json was damaged. It is saved as {0}, and Pathclock uses the default settings.':
    '设置文件 settings.json 已损坏。它已另存为 {0}，Pathclock 使用默认设置。',
  'The table layouts in tables.json were damaged. They are saved as {0}, and all tables use their default layout.':
    'tables.json 中的表格布局已损坏。它已另存为 {0}，所有表格使用默认布局。',
  'Pathclock cannot save this table layout: you changed too many columns. Show all columns, then hide only those you do not need.':
    'Pathclock 无法保存此表格布局：更改的列太多。请显示所有列，然后只隐藏不需要的列。',
  'The list of profiles in profiles.json was damaged. Pathclock saved it as {0} and rebuilt it from the folders of the profiles. Sign in again when prompted.':
    'profiles.json 中的配置列表已损坏。Pathclock 已将其另存为 {0}，并根据各配置的文件夹重新建立。请在出现提示时重新登录。',
  'The folder profiles/{0} holds orders that belong to no profile in the list, so they are missing here. Do not delete the folder, and get help before you order these samples again.':
    '文件夹 profiles/{0} 中有一份订单登记表，但列表中没有对应的配置，因此这些订单不在此处显示。文件夹保持原样；请保留它，并在重新订购这些样本之前寻求帮助。',
  'The results could not be checked: {0}': '无法检查结果：{0}',
  'The capsule is damaged and was not opened. Of its {0} files these do not agree with its list: {1}. Ask whoever made it for the file again.':
    '胶囊已损坏，未打开。其 {0} 个文件中，以下文件与清单不符：{1}。请向制作者重新索取该文件。',
  'This connection was not checked yet. Check it first.': '尚未检查此连接。请先检查。',
  'connection report': '连接报告',
  'Making drugs available offline could not go on: {0}': '无法继续下载离线药物：{0}',
  'Making drugs available offline could not go on: something went wrong inside the app':
    '无法继续下载离线药物：应用内部出错',
  'The data folder is read-only: what is in the journal is shown, and nothing can be ordered or changed. Give this account the right to write to it, then start again.':
    '数据文件夹为只读：可以查看日志库中的内容，但不能下单或更改。请授予此账户写入权限，然后重新启动。',
  'The journal was missing.': '日志库缺失。',
  'The journal could not be backed up: {0}': '无法备份日志库：{0}',
  'The search of samples stays slower until the next start, since its index could not be filled: {0}':
    '下次启动之前样本搜索会较慢，因为无法建立索引：{0}',
  'The cache was damaged. It is saved as {0}, and a new one fills from the service.':
    '缓存已损坏。已另存为 {0}，内容会重新从服务获取。',
  'There is no method "{0}".': '没有名为“{0}”的方法。',
  'An id is more than dots.': 'ID 不能只有句点。',
  'The request "{0}" is not as expected.': '请求“{0}”的格式不符合要求。',
  'Something went wrong in Pathclock itself. Reference {0}.': 'Pathclock 自身出错。编号 {0}。',
  'There is no example of that name.': '没有这个名称的示例。',
  'Another profile was opened meanwhile, so the demo was not.': '期间打开了另一个配置，因此未打开演示。',
  'No service is connected. Explore the demo study, or connect to your service.':
    '尚未连接服务。请浏览演示研究，或连接到您的服务。',
  'This file is no longer listed. Open it again.': '此文件已不在列表中。请重新打开。',
  'Pathclock could not open “{0}” and removed it from the list. The file was moved, renamed or deleted, or its disk is not connected.':
    '“{0}”已无法打开，并已从列表中移除：它可能被移动、重命名或删除，或所在磁盘未连接。',
  'it is another kind of file': '这是另一种文件',
  '“{0}” is not a sound backup ({1}). Nothing was changed.': '“{0}”不是完好的备份（{1}）。未做任何更改。',
  'it is another kind of file, or cut off': '这是另一种文件，或文件不完整',
  'it is damaged': '文件已损坏',
  'it was written by a newer version of Pathclock': '它由更新版本的 Pathclock 写入',
  'its manifest cannot be read': '无法读取其清单',
  'its files are not those of its manifest': '其中的文件与清单不符',
  'its order log is damaged': '其中的订单日志已损坏',
  '“{0}” would unpack to far more than a backup holds': '“{0}”解压后远大于备份应有的大小',
  '“{0}” is not as it was written': '“{0}”与写入时不同',
  'There is not enough free disk space to restore “{0}”. Nothing was changed.':
    '磁盘空间不足，无法恢复“{0}”。未做任何更改。',
  'This workspace has more than 4 GB of packed data, which is more than one backup file can hold.':
    '此工作区压缩后的数据超过 4 GB，一个备份文件无法容纳。',
  'The order log is damaged. Restart Pathclock before you back up: it moves the log aside.':
    '订单日志已损坏。备份之前请重新启动 Pathclock：它会将该日志移到一旁。',
  '“{0}” could not be saved: {1}. Choose another place, or try again.':
    '无法保存“{0}”：{1}。请选择其他位置，或重试。',
  '“{0}” could not be restored: {1}. Nothing was changed.': '无法恢复“{0}”：{1}。未做任何更改。',
  '“{0}” is a backup of another service ({1}); the service of this profile is {2}. Nothing was changed. If it is the same service at another address, confirm it: --other-service on the command line.':
    '“{0}”是另一个服务（{1}）的备份，而此配置的服务是 {2}。未做任何更改。如果它们是不同地址上的同一服务，请确认：在命令行中使用 --other-service。',
  'A backup cannot be restored into an opened capsule. Choose a profile of your own.':
    '备份不能恢复到已打开的胶囊中。请选择您自己的配置。',
  '“{0}” is a copy of a journal, which does not say which profile it belongs to. Connect to its service first, then restore it there.':
    '“{0}”是日志库的副本，不含其所属配置的信息。请先连接到其服务，再在那里恢复。',
  'The scheduled backup failed: {0} Pathclock tries again every ten minutes.':
    '定时备份失败：{0} Pathclock 每十分钟重试一次。',
  'Pathclock runs in a browser here, which cannot choose a folder. Run “pathclock workspace backup FILE” from the scheduler of this computer.':
    'Pathclock 在浏览器中运行，无法选择文件夹。请用此计算机的计划任务运行“pathclock workspace backup FILE”。',
  'Another Pathclock is sending a batch of this profile, or was ended a moment ago. Close it, then try again in {0} s.':
    '另一个 Pathclock 正在发送此配置的批次，或刚刚结束。请将其关闭，{0} 秒后再试。',
  "Enter only host and port of the proxy. Pathclock does not store a proxy's user name or password, since others may read its settings file.":
    '请只输入代理的主机和端口。Pathclock 不保存代理的用户名或密码，因为他人可能读取其设置文件。',
  'This is not the address of a proxy. Write it as http://host:port.':
    '这不是代理地址。请写成 http://主机:端口 的形式。',
  '{0} ({1}). Pathclock stays as it is and tries again later.':
    '{0}（{1}）。Pathclock 保持现状，稍后会再试。',
  'Pathclock could not download the update': 'Pathclock 无法下载更新',
  'Pathclock stopped checking for updates': 'Pathclock 已停止检查更新',
  'Pathclock did not install the update because it could not back up the journal first':
    'Pathclock 未安装更新，因为无法先备份日志库',
  'There is no update to install. Check for updates first.': '没有可安装的更新。请先查找更新。',
  'No update has been fetched.': '尚未获取任何更新。',
  'unknown cause': '未知原因',
  'The workspace of the capsule “{0}” is gone. Open it again from its file.':
    '胶囊“{0}”的工作区已不存在。请从其文件重新打开。',
  'Profiles here: {0}.': '现有的配置：{0}。',
  'There is no profile "{0}".': '没有配置“{0}”。',
  'The browser is sent only to your service and to the pages that describe a drug.':
    '浏览器只会打开您的服务和介绍药物的网页。',
  'It is not an address of the service you are signing in to.': '这不是您正在登录的服务的地址。',
  'The PDF was not done after {0} s. Nothing was written; try again, or write HTML instead.':
    'PDF 在 {0} 秒后仍未完成。未写入任何内容；请重试，或改为保存 HTML。',
  'The PDF could not be made. Try again, or write HTML instead.': '无法生成 PDF。请重试，或改为保存 HTML。',
  'This was canceled.': '已取消。',
  'Pathclock closed. This continues at the next start.': '已关闭，下次启动时继续。',
  'This job is not known. It may belong to an earlier run of the app.':
    '不知道此任务。它可能属于应用之前的运行。',
  'Something went wrong in Pathclock. Try again.': '应用内部出错。请重试。',
  'This server answers its own page only.': '此服务器只应答自己的页面。',
  'There is nothing here.': '此处没有内容。',
  'This address was used in another browser, or belongs to an earlier start. Start Pathclock again and open the address that it prints.':
    '此地址已在其他浏览器中使用，或属于之前的启动。请重新启动 Pathclock 并打开它显示的地址。',
  'Files are uploaded here, not named by path.': '文件在此上传，而不是按路径指定。',
  'The body of the request did not arrive in time. Send it again.': '请求正文未及时到达。请重新发送。',
  'The body of the request is no JSON of a reasonable size.': '请求的正文不是大小合理的 JSON。',
  'This file is not there any more. Save it again.': '此文件已不存在。请重新保存。',
  'The request broke off or could not be handled.': '请求中断或无法处理。',
  'another program uses it': '其他程序正在使用',
  'Port {0} cannot be used: {1}. Choose another with --port, or 0 for any free one.':
    '无法使用端口 {0}：{1}。请用 --port 选择其他端口，或用 0 表示任意空闲端口。',
  'port {0}: {1}': '端口 {0}：{1}',
  'Pathclock runs in a browser here: choose the file in the page, which uploads it.':
    'Pathclock 正在浏览器中运行：请在页面中选择文件，由页面上传。',
  'Upload the file.': '请上传文件。',
  'Only web addresses are opened in the browser.': '浏览器中只能打开网址。',
  'It must begin with https://.': '必须以 https:// 开头。',
  'The file is larger than {0} MB. Split it and import the parts.': '文件大于 {0} MB。请拆分后分别导入。',
  'A part of the report is not among those that were gathered. Gather it again.':
    '报告中有一部分不是刚才收集的。请重新收集。',
  'There is no such part.': '没有这一部分。',
  'and {0} more': '以及另外 {0} 个',
  'and {0} more notes': '以及另外 {0} 条说明',
  'A page in a browser puts pictures on the clipboard by itself.': '浏览器中的页面会自行将图片放入剪贴板。',
  'the order log is damaged': '订单日志已损坏',
  'the order log is missing': '订单日志缺失',
  'it is saved as {0}, and {1} {2:line|lines} of it could not be read': '它已另存为 {0}，其中 {1} 行无法读取',
  'The disk had changed {0} {1:row|rows} of the journal. Pathclock corrected them from the order log: {2}.':
    '磁盘改变了日志库中的 {0} 行，Pathclock 已根据订单日志更正：{2}。',
  'the results of {0} {1:analysis|analyses} that the service counted are missing: {2}':
    '服务已计费的 {0} 项分析的结果缺失：{2}',
  'The journal could not be compared with the order log: {0}': '无法将日志库与订单日志进行比较：{0}',
  'The results file was damaged. It is saved as {0}, and {1} rows of it could be read. Run the analysis again to fetch what is missing.':
    '结果文件已损坏。它已另存为 {0}，其中 {1} 行可以读取。请重新运行分析以获取缺失的结果。',
  'The results file is damaged. Restart Pathclock: it moves the file aside and copies what can be read.':
    '结果文件已损坏。请重新启动 Pathclock：它会将该文件移到一旁，并复制可读取的内容。',
  'It is saved as {0}.': '它已另存为 {0}。',
  'it is saved as {0}': '它已另存为 {0}',
  'The journal was restored from a backup.': '日志库是从备份恢复的。',
  'The journal was restored from a backup, and the order log is not complete.':
    '日志库是从备份恢复的，并且订单日志不完整。',
  'The journal was older than the order log.': '日志库比订单日志旧。',
  'The journal was damaged ({0}).': '日志库已损坏（{0}）。',
  'Pathclock restored the backup of {0}. Notes, studies and lists that changed after it may be missing.':
    'Pathclock 已恢复 {0} 的备份。此后更改的备注、研究和列表可能缺失。',
  'Notes, studies and lists that changed since may be missing.': '此后更改的备注、研究和列表可能缺失。',
  'There was no backup: notes, studies and lists are lost.': '没有备份：备注、研究和列表已丢失。',
  'Samples whose study is missing are under All samples.': '缺少研究的样本列在“所有样本”中。',
  'It is not certain that all orders are known: {0}. Nothing that costs money is sent until you have looked at the orders in question and confirmed it, in the app or with journal acknowledge.':
    '无法确定所有订单都已记录：{0}。在您查看有疑问的订单并确认之前（在应用中或使用 journal acknowledge），不会发送任何收费的请求。',
  'All orders are known from the order log.': '根据订单日志，所有订单都已知。',
  'Rows that had not been sent are lost. Import these files again: {0}. What was ordered before is not ordered again.':
    '尚未发送的行已丢失。请重新导入这些文件：{0}。之前已订购的不会再次订购。',
  'The order log here is damaged or not complete. Open the profile first: Pathclock moves the log aside and shows which orders are in question.':
    '此处的订单日志已损坏或不完整。请先打开该配置：Pathclock 会将日志移到一旁，并显示哪些订单有疑问。',
}
