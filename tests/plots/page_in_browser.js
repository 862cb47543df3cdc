// Looks at reports as readers see them, and prints them; page_in_browser calls it.
//
// usage: node page_in_browser.js BROWSER FOLDER RUN...
const fs = require('fs');
const puppeteer = require('puppeteer-core');
const axe = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const [program, folder, ...runs] = process.argv.slice(2);
const widths = [400, 1000, 1920], schemes = ['light', 'dark'];
const looked_at = ['recorded', 'four']; // by people, and twice by axe; others have the same parts
const tallest = 16000; // pixels of a picture that a browser can make
let failed = 0;

function fail(place, what) {
    console.log(`FAILED: ${place}: ${what}`);
    failed++;
}

// What stands out of the window, and figures that nobody sees.
function look() {
    const seen = (svg) => {
        const box = svg.getBoundingClientRect();
        return box.width > 200 && box.height > 100 && svg.getBBox().width > 200;
    };
    const letters = (svg) => Math.min(...[...svg.querySelectorAll('text')].map((text) => parseFloat(getComputedStyle(text).fontSize))) *
        svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    const light = (colour) => colour.match(/\d+/g).slice(0, 3).map((value) => value / 255)
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
        .reduce((sum, value, at) => sum + value * [0.2126, 0.7152, 0.0722][at], 0.05);
    const paper = light(getComputedStyle(document.body).backgroundColor);
    const dim = (text) => { // the numbers of a map stand on its shades
        const ink = light(getComputedStyle(text).fill);
        return !text.closest('.wide') && Math.max(ink, paper) / Math.min(ink, paper) < 3;
    };
    const figures = [...document.querySelectorAll('.picture > svg')];
    const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
    const links = [...document.querySelectorAll('a[href^="#"]')];
    const nav = document.querySelector('nav'); // a column, or a strip that scrolls
    return {
        cut: nav && getComputedStyle(nav).position === 'fixed' && nav.scrollWidth > nav.clientWidth,
        width: document.documentElement.scrollWidth,
        figures: figures.length,
        hidden: figures.filter((svg) => !seen(svg)).map((svg) => svg.ariaLabel),
        small: figures.filter((svg) => letters(svg) < 10.9).map((svg) => `${svg.ariaLabel.split(':')[0]} ${letters(svg).toFixed(1)}`),
        dim: [...document.querySelectorAll('.picture > svg text')].filter(dim).map((text) => text.textContent).slice(0, 3),
        long: figures.filter((svg) => svg.ariaLabel.length > 800).length,
        twice: ids.filter((id, at) => ids.indexOf(id) !== at).slice(0, 3),
        nowhere: links.map((a) => a.hash).filter((hash) => !document.getElementById(decodeURIComponent(hash.slice(1)))),
    };
}

function judge(place, width, drawn, found) {
    if (found.width > width)
        fail(place, `${found.width} pixels wide`);
    if (found.figures < drawn)
        fail(place, `${found.figures} of ${drawn} figures`);
    for (const [what, list] of [['not visible', found.hidden], ['ids twice', found.twice], ['letters below 11 pixels', found.small], ['words as dark as the page', found.dim],
                                ['links to nothing', found.nowhere]])
        if (list.length)
            fail(place, `${what}: ${list.join(', ')}`);
    if (found.cut)
        fail(place, 'the list of studies is cut');
    if (found.long)
        fail(place, `${found.long} names of figures over 800 characters`);
}

// The window becomes as tall as the page: to have the browser make it so takes twice as long.
async function picture(page, width, file) {
    const height = Math.min(await page.evaluate(() => document.documentElement.scrollHeight), tallest);
    await page.setViewport({width, height});
    await page.screenshot({path: file, captureBeyondViewport: false, optimizeForSpeed: true,
                           clip: {x: 0, y: 0, width, height}});
    if (fs.statSync(file).size < 50000)
        fail(file, 'nothing on it');
}

// Rows of a table that differ in numbers and names alone are one row to axe: the first of each kind stays.
function thin_out() {
    for (const body of document.querySelectorAll('tbody')) {
        const kinds = new Set();
        for (const row of [...body.rows]) {
            const kind = row.outerHTML.replace(/>[^<]+</g, '>x<').replace(/ (id|href|title)="[^"]+"/g, ' $1');
            kinds.has(kind) ? row.remove() : kinds.add(kind);
        }
    }
}

async function accessible(page, place, rules) {
    const found = await page.evaluate((runOnly) => axe.run(document, {runOnly, resultTypes: ['violations']}), rules);
    for (const one of found.violations)
        fail(place, `${one.id}: ${one.help}: ${one.nodes.length}, such as ${one.nodes[0].html.slice(0, 200)}`);
}

// Each page is loaded once: widths and schemes are set on it, first as it comes, then with all opened.
async function visit(browser, run) {
    const report = `${folder}/${run}/report`;
    const page = await browser.newPage();
    let place = run;
    const set = async (width, scheme) => {
        place = `${run}, ${width} pixels, ${scheme}`;
        await page.setViewport({width, height: 1000});
        await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: scheme}]);
    };
    page.on('console', (message) => message.type() === 'error' && fail(place, message.text()));
    page.on('pageerror', (error) => fail(place, String(error)));
    page.on('requestfailed', (request) => fail(place, request.url()));
    await set(widths[0], schemes[0]);
    await page.goto(`file://${report}/index.html`);
    await page.pdf({path: `${report}/index.pdf`, format: 'letter', preferCSSPageSize: true, tagged: false, timeout: 0});
    for (const width of widths)
        for (const scheme of schemes) {
            if (width !== 1000 && !looked_at.includes(run))
                continue;
            await set(width, scheme);
            await picture(page, width, `${folder}/${run}-${width}-${scheme}.png`);
        }
    await page.$$eval('details', (all) => all.forEach((details) => (details.open = true)));
    const drawn = fs.readdirSync(report).filter((name) => name.endsWith('.svg')).length;
    for (const width of widths)
        for (const scheme of schemes) {
            await set(width, scheme);
            judge(place, width, drawn, await page.evaluate(look));
        }
    await page.evaluate(thin_out);
    await page.evaluate(axe);
    await set(1000, schemes[0]);
    await accessible(page, place, ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']);
    if (looked_at.includes(run)) { // a scheme changes nothing but colours
        await set(1000, schemes[1]);
        await accessible(page, place, ['color-contrast']);
    }
    await page.close();
}

(async () => {
    const browser = await puppeteer.launch({executablePath: program, args: ['--no-sandbox'], protocolTimeout: 600000});
    for (const run of runs)
        await visit(browser, run);
    await browser.close();
    process.exit(failed ? 1 : 0);
})();
