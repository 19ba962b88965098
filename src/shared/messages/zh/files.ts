import type { Translations } from '../translate.ts'

/** Chinese texts: reading tables from files. */
export const files: Translations = {
  'The header has one cell less than the rows, as R writes it, so its names belong to the columns from the second on. The first column is called “{0}” here.':
    '表头比数据行少一个单元格（R 的写法），因此其名称属于第二列起的各列。第一列在此称为“{0}”。',
  'The first column has no name and a text of its own in each row, so it is called “{0}” here and may name the samples.':
    '第一列没有名称，且每行文本各不相同，因此在此称为“{0}”，可用作样本名称。',
  'The first column is called “{0}”, as programs name one without a name, and has a text of its own in each row, so it is called “{1}” here and may name the samples.':
    '第一列名为“{0}”，这是程序给无名列起的名称；该列每行文本各不相同，因此在此称为“{1}”，可用作样本名称。',
  'Row {0} is a comment that begins with #. It is not read as a sample.':
    '第 {0} 行是以 # 开头的注释，不作为样本读取。',
  '{0} rows are comments that begin with #. They are not read as samples.':
    '有 {0} 行是以 # 开头的注释，不作为样本读取。',
  'Row {0} names the types or units of the columns. It is not read as a sample.':
    '第 {0} 行是各列的数据类型或单位，不作为样本读取。',
  '{0} rows below the header name the types or units of the columns. They are not read as samples.':
    '表头下方有 {0} 行是各列的数据类型或单位，不作为样本读取。',
  'Row {0} is marked as excluded.': '第 {0} 行标记为排除。',
  '{0} rows are marked as excluded (row {1} first).': '有 {0} 行标记为排除（首个为第 {1} 行）。',
  'Row {0} has the name of a control.': '第 {0} 行的名称是对照。',
  '{0} rows have names of controls (row {1} first).': '有 {0} 行的名称是对照（首个为第 {1} 行）。',
  'The first column has names of fields ({0}), so each column seems to be a sample. Transpose the table in your spreadsheet program, so that each row is a sample, and choose the file again.':
    '第一列是字段名称（{0}），因此每一列似乎是一个样本。请在电子表格程序中转置该表，使每行为一个样本，然后重新选择文件。',
  'Read each row as a sample': '将每行读取为一个样本',
  'Row {0} repeats the header. It is not read as a sample.': '第 {0} 行重复了表头，不作为样本读取。',
  '{0} rows repeat the header. They are not read as samples.': '有 {0} 行重复了表头，不作为样本读取。',
  'Row {0} sums up the others (“{1}”). It is not read as a sample.':
    '第 {0} 行是其他行的汇总（“{1}”），不作为样本读取。',
  '{0} rows sum up the others (“{1}” first). They are not read as samples.':
    '有 {0} 行是其他行的汇总（首个为“{1}”），不作为样本读取。',
  'Row {0} begins with #, as if it was crossed out, but is filled in like a sample and read as one. Delete it from the file if it is not to be ordered.':
    '第 {0} 行以 # 开头，像是被划掉的，但内容与样本一样完整，因此仍作为样本读取。如果不应下单，请从文件中删除该行。',
  '{0} rows begin with #, as if they were crossed out, but are filled in like samples and read as such. Delete those that are not to be ordered from the file.':
    '有 {0} 行以 # 开头，像是被划掉的，但内容与样本一样完整，因此仍作为样本读取。请从文件中删除不应下单的行。',
  'The table ends on line {0}, where other sections begin. Their rows are not read: “{1}”.':
    '表格到第 {0} 行为止，其后是其他部分，不读取：“{1}”。',
  'The section “{0}” ends on line {1}. The sections below it are not read: “{2}”.':
    '“{0}”部分到第 {1} 行为止。其下方的部分不读取：“{2}”。',
  'The section “{0}” has a table too, with its header on line {1}. Read it instead if the samples to order are there.':
    '“{0}”部分也有一个表格，表头在第 {1} 行。如果要下单的样本在那里，请改为读取该部分。',
  'Row {0} below the table does not fit it and is not read as a sample: “{1}”.':
    '表格下方的第 {0} 行与表格不符，不作为样本读取：“{1}”。',
  '{0} rows below the table, from line {1} on, do not fit it and are not read as samples: “{2}”.':
    '表格下方从第 {1} 行起有 {0} 行与表格不符，不作为样本读取：“{2}”。',
  'The quotes in this file are not around cells, so they are read as plain characters.':
    '此文件中的引号并未括住单元格，因此作为普通字符读取。',
  'The quotes in the first rows are not around cells, so all quotes are read as plain characters. From line {0} on, some stand around cells and are read as part of their text. Correct these cells, or read quotes as marks around cells.':
    '前几行中的引号并未括住单元格，因此所有引号都作为普通字符读取。但从第 {0} 行起，有些引号括住了单元格，会被当作文本的一部分。请更正这些单元格，或将引号作为单元格的界定符读取。',
  'Nothing but spaces separates the cells of this file, so each run of spaces is read as a delimiter.':
    '此文件的单元格之间只有空格，因此连续的空格按一个分隔符读取。',
  'The encoding “{0}” is not known. Try utf-8 or windows-1252.':
    '不支持编码“{0}”。请尝试 utf-8 或 windows-1252。',
  '“{0}” is no table: line {1} goes on for millions of characters. Choose another file.':
    '“{0}”不是表格：第 {1} 行长达数百万个字符。请选择其他文件。',
  'The cell holds a formula whose result was never stored. Open the workbook in your spreadsheet program, save it, and choose it again.':
    '单元格含有公式，但其结果从未保存。请在电子表格程序中打开并保存工作簿，然后重新选择。',
  'The workbook holds dates here, not text. They are read as YYYY-MM-DD, whatever form they are shown in.':
    '工作簿此处是日期而不是文本。无论以何种形式显示，都按 YYYY-MM-DD 读取。',
  'The workbook holds a date here that is not in the calendar. Type the day anew, as text in the form YYYY-MM-DD.':
    '工作簿此处的日期不在日历中。请以文本形式按 YYYY-MM-DD 重新输入。',
  'The workbook holds a time or a duration here, which would be read as a date. Type it anew, as text or as a plain number.':
    '工作簿此处是时间或时长，会被读作日期。请以文本或普通数字重新输入。',
  'The cell shows nothing, but holds {0}, which is sent.': '单元格没有显示内容，但含有 {0}，将发送该值。',
  'The cell shows “{0}”, but holds {1}, which is sent.': '单元格显示“{0}”，但含有 {1}，将发送后者。',
  'So are others like it.': '其他类似的值也是如此。',
  'If what is shown is meant, type it into the cell as text or as a plain number.':
    '如果应为显示的内容，请以文本或普通数字将其输入单元格。',
  'an Excel 97–2003 workbook (.xls)': 'Excel 97–2003 工作簿（.xls）',
  'a workbook with a password': '带密码的工作簿',
  'an old Office file or one with a password': '旧式 Office 文件或带密码的文件',
  'a document of a word processor': '文字处理文档',
  'Save it as .xlsx or CSV, then choose it again.': '请另存为 .xlsx 或 CSV，然后重新选择。',
  'Open it, take the password away, and save it as .xlsx or CSV, then choose it again.':
    '请打开文件，取消密码，另存为 .xlsx 或 CSV，然后重新选择。',
  'a PDF document': 'PDF 文档',
  'Ask for the table itself, as .xlsx or CSV.': '请索取表格本身，格式为 .xlsx 或 CSV。',
  'an image': '图像',
  'a compressed file': '压缩文件',
  'Unpack it, and choose the table that is in it.': '请解压，然后选择其中的表格。',
  'a database or data file': '数据库或数据文件',
  'Export its table as CSV.': '请将其中的表格导出为 CSV。',
  'a web page or XML, even if its name ends in .xls': '网页或 XML，即使文件名以 .xls 结尾',
  'Open it in Excel, and save it as .xlsx or as CSV UTF-8.':
    '请在 Excel 中打开，然后保存为 .xlsx 或 CSV UTF-8。',
  'Pathclock cannot read “{0}”: it is {1}.': 'Pathclock 无法读取“{0}”：它是{1}。',
  '“{0}” has row {1} twice in one of its sheets, and only one of them would show. Open it in your spreadsheet program, compare it with where it comes from, and save it anew.':
    '“{0}”的一个工作表中第 {1} 行出现两次，只会显示其中一个。请在电子表格程序中打开，与其来源比较，然后重新保存。',
  '“{0}” is damaged: it writes “{1}” for a character, which no workbook defines. Open it in your spreadsheet program, compare it with where it comes from, and save it anew.':
    '“{0}”已损坏：其中用“{1}”表示某个字符，而工作簿中没有这样的定义。请在电子表格程序中打开，与其来源比较，然后重新保存。',
  'The text of this cell is missing from the workbook, which is damaged. Take it from where the workbook comes from, and type it anew.':
    '工作簿已损坏，缺少此单元格的文本。请从工作簿的来源处取得文本，重新输入。',
  'The cell is merged with {0}, where the value stands; here it is read as empty. Unmerge the cells, and fill each of them.':
    '单元格与 {0} 合并，值在那里；此处按空单元格读取。请取消合并，并填写每个单元格。',
  'The column “{0}” is hidden in the workbook. It is read like the others.':
    '列“{0}”在工作簿中被隐藏，与其他列一样读取。',
  'is damaged, or no workbook. Open it in your spreadsheet program, and save it anew as .xlsx or as CSV UTF-8.':
    '已损坏，或不是工作簿。请在电子表格程序中打开，然后重新保存为 .xlsx 或 CSV UTF-8。',
  'has {0} rows of {1} cells, as far as {2}, more than can be read at once. Look whether cells far below or beside the table hold anything and delete them, or save the sheet as CSV UTF-8, which has no limit.':
    '有 {0} 行，每行 {1} 个单元格，直到 {2}，超出一次可读取的数量。请查看表格下方或旁边较远处是否有内容并删除，或将工作表保存为 CSV UTF-8，后者没有限制。',
  'Delete empty rows and columns at its end, or save the sheet as CSV UTF-8, which has no limit.':
    '请删除末尾的空行和空列，或将工作表保存为 CSV UTF-8，后者没有限制。',
  'has {0} MB, more than can be read at once.': '有 {0} MB，超出一次可读取的大小。',
  'is damaged: its list of parts cannot be read. Copy or download it again.':
    '已损坏：无法读取其组成部分的清单。请重新复制或下载。',
  'is a binary workbook (.xlsb), which is not read here. Save it as .xlsx or as CSV UTF-8.':
    '是二进制工作簿（.xlsb），此处不读取。请保存为 .xlsx 或 CSV UTF-8。',
  'is an OpenDocument file (.ods), which is not read here. Save it as .xlsx or CSV, then choose it again.':
    '是 OpenDocument 文件（.ods），此处不读取。请另存为 .xlsx 或 CSV，然后重新选择。',
  'is an Apple Numbers file, which is not read here. Export it as .xlsx or CSV.':
    '是 Apple Numbers 文件，此处不读取。请导出为 .xlsx 或 CSV。',
  'is a Word document. Ask for the table itself, as .xlsx or CSV.':
    '是 Word 文档。请索取表格本身，格式为 .xlsx 或 CSV。',
  '“{0}” is no table: it holds bytes that no text has. Choose a table that was saved as .xlsx or CSV.':
    '“{0}”不是表格：其中含有文本不会出现的字节。请选择保存为 .xlsx 或 CSV 的表格。',
  '“{0}” is damaged: from byte {1} on it holds nothing but zeros. Copy or download it again.':
    '“{0}”已损坏：从第 {1} 个字节起全部为零。请重新复制或下载。',
  'is an archive without a workbook in it. Unpack it, and choose the table that is in it.':
    '是不含工作簿的压缩文件。请解压，然后选择其中的表格。',
  'has more than 2.5 million cells, more than can be read at once.':
    '含有超过 250 万个单元格，超出一次可读取的数量。',
  'unpacks to {0} MB or more, more than can be read at once.':
    '解压后达到或超过 {0} MB，超出一次可读取的大小。',
  'The workbook has no visible sheet. Choose one of the hidden ones: {0}.':
    '工作簿没有可见的工作表。请选择隐藏的工作表：{0}。',
  'there is none': '没有',
  'The workbook has no sheet “{0}”. Choose one of {1}.': '工作簿没有工作表“{0}”。请从 {1} 中选择。',
  'The file does not name its encoding, so Pathclock reads it as {0}.': '文件没有注明编码，因此按 {0} 读取。',
  'The file does not name its encoding, so Pathclock reads it as {0}, though it may be {1}.':
    '文件没有注明编码，因此按 {0} 读取，但也可能是 {1}。',
  'Check the letters outside A–Z in the first rows, and choose another encoding if they are wrong.':
    '请核对前几行中 A–Z 以外的字母，如有错误请选择其他编码。',
  'Check the letters outside A–Z, first on line {0}, which is not UTF-8, and choose another encoding if they are wrong.':
    '请核对 A–Z 以外的字母，首次出现在第 {0} 行（该行不是 UTF-8），如有错误请选择其他编码。',
  '“{0}” is not written in {1} throughout: line {2} has bytes that {3} does not define. Choose another encoding, or save the file as UTF-8.':
    '“{0}”并非全部以 {1} 写成：第 {2} 行含有 {3} 中没有的字节。请选择其他编码，或将文件保存为 UTF-8。',
  '{0} columns are like this; the first {1} are listed one by one.': '有 {0} 列如此；已逐一列出前 {1} 列。',
  'The row has {0} cells and the header {1}. Add what is missing, also where a cell is empty.':
    '该行有 {0} 个单元格，表头有 {1} 个。请补上缺少的部分，空单元格也要补上。',
  'The row has {0} cells and the header {1}. Put cells that contain the delimiter in quotes.':
    '该行有 {0} 个单元格，表头有 {1} 个。请将含有分隔符的单元格放入引号中。',
  'One row holds nothing but formulas whose results were never stored ({0}), so it is left out. Open the workbook in your spreadsheet program, save it, and choose it again.':
    '有一行只含从未保存结果的公式（{0}），因此略去。请用电子表格程序打开工作簿，保存后重新选择。',
  '{0} rows hold nothing but formulas whose results were never stored ({1}), so they are left out. Open the workbook in your spreadsheet program, save it, and choose it again.':
    '有 {0} 行只含从未保存结果的公式（{1}），因此略去。请用电子表格程序打开工作簿，保存后重新选择。',
  'One row is hidden or filtered out in the workbook ({0}).': '工作簿中有一行被隐藏或筛除（{0}）。',
  '{0} rows are hidden or filtered out in the workbook ({1}).': '工作簿中有 {0} 行被隐藏或筛除（{1}）。',
  'One row is struck through in the workbook ({0}).': '工作簿中有一行带有删除线（{0}）。',
  '{0} rows are struck through in the workbook ({1}).': '工作簿中有 {0} 行带有删除线（{1}）。',
  'Choose whether to read or leave out what is marked so.': '请选择读取还是略去带有此标记的行。',
  'It is left out, as you chose.': '已按您的选择略去。',
  'It is read like the others, as you chose.': '已按您的选择与其他行一样读取。',
  'The cell is merged with {0} and has its value. So have others like it.':
    '单元格与 {0} 合并，取其值；其他类似单元格也是如此。',
  'Leave them out': '略去',
  'Read them as samples': '作为样本读取',
  'The section “{0}” begins on line {1}, below the table. Its rows are not read as samples.':
    '“{0}”部分从表格下方的第 {1} 行开始，其中的行不作为样本读取。',
  'Another table begins on line {0} (“{1}”). Its rows are not read as samples of this one.':
    '另一个表格从第 {0} 行开始（“{1}”），其中的行不作为此表格的样本读取。',
  'Read the table on line {0} instead': '改为读取第 {0} 行的表格',
  '{0} rows, {1} samples by “{2}”: order {3}? Choose which column identifies a sample.':
    '共 {0} 行，按“{2}”计有 {1} 个样本：是否下 {3} 个订单？请选择用哪一列识别样本。',
  'Order {0} by {1}': '按{1}下 {0} 个订单',
  '{0} and {1}': '{0}和{1}',
  '{0} rows are read as {1} samples by “{2}”: the rows of each differ only in {3}.':
    '{0} 行按“{2}”读取为 {1} 个样本：每个样本的各行仅在{3}中不同。',
  '{0} rows have one text and nothing else ({1}), like headings. Choose what they are.':
    '有 {0} 行只有一个文本而没有其他内容（{1}），像是标题。请选择它们是什么。',
  'The group of the rows below': '下方各行的分组',
  '{0} is empty in {1} of {2} rows, below each of its {3} values. Choose whether the value above is meant.':
    '{0}在 {2} 行中的 {1} 行为空，位于其 {3} 个值各自的下方。请选择是否沿用上方的值。',
  'Use the value above': '沿用上方的值',
  'Leave the cells empty': '保留空单元格',
  'The rows of most samples have different values in “{0}”, so it is not sent.':
    '大多数样本的各行在“{0}”中的值不同，因此不发送该列。',
  'The rows of this sample ({0}) have different values here: {1}. Correct them, or do not send this column.':
    '此样本的各行（{0}）在此处的值不同：{1}。请更正，或不发送该列。',
  'Only the sheet “{0}” is read. Other sheets have the same header, with their rows: {1}.':
    '只读取工作表“{0}”。其他工作表的表头相同，行数如下：{1}。',
  'Sheets with the same header are read as well, with their rows: {0}. Rows of the second sheet are numbered from 1001 or higher: 1003 is its row 3.':
    '表头相同的工作表也一并读取，行数如下：{0}。第二个工作表的行号从 1001 或更大的数开始：1003 是其第 3 行。',
  'Read all of them': '全部读取',
  'Read only “{0}”': '只读取“{0}”',
  '“{0}” has nothing on {1} or below. Choose another sheet (--sheet): {2}.':
    '“{0}”在{1}及以下没有内容。请选择其他工作表（--sheet）：{2}。',
  'is empty': '为空',
  '{0} tables with the same header stand side by side, from columns {1} on. They are read one below the other; the rows of the second are numbered from 1001 or higher: 1003 is its row 3.':
    '有 {0} 个表头相同的表格并排，分别从 {1} 列开始。它们将上下相接读取；第二个表格的行号从 1001 或更大的数开始：1003 是其第 3 行。',
  'The file is a plate map: {0} wells are read as rows, from line {1} on. Row 2003 is the third cell of line 2.':
    '该文件是微孔板布局：从第 {1} 行起，{0} 个孔按行读取。第 2003 行是第 2 行的第三个单元格。',
  'Plates of measurements are not read: {0}.': '不读取测量值微孔板：{0} 个。',
  '{0} wells seem to hold controls ({1}).': '有 {0} 个孔似乎是对照（{1}）。',
  '“{0}” has a plate of measurements on line {1}, and no names of samples. Choose a table with one row for each well, or read it as an ordinary table (--plate no).':
    '“{0}”在第 {1} 行是测量值微孔板，没有样本名称。请选择每孔一行的表格，或将其作为普通表格读取（--plate no）。',
}
