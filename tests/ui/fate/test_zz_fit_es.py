from tests.ui.fate.test_fate_window import *
from tests.ui.layout import widgets
from dataclasses import replace
def _bad(running,what):
    from ui.widgets.basics import FitLabel
    for root in (running.screen,*running.window.children[:-1]):
        for w,_ in widgets(root):
            if isinstance(w,FitLabel) and w.text and w.height>1 and not w.fits:
                print("BAD",what,repr(w.text),[round(x) for x in w.size])
def test_x(open_window):
    import json
    from pathlib import Path
    from string import Formatter
    from companion.i18n.messages import read
    from ui.widgets.basics import FitLabel
    from ui.screens.fate.card import open_card
    from companion.games.fate.heroes import CARDS
    from companion.games.fate.position import Card
    fake=states.hero_turn(); running=open_window(fake,"es",(800,480))
    hero=fake.position.heroes[0]
    for hid,cards in CARDS.items():
        for number in cards:
            h=hero._replace(id=hid,cards=(*[c for c in () ],Card(number)),equipment=number if cards[number].pile=="equipment" else None,ability=None)
            for hh in (h, h._replace(cards=())):
                try: open_card(fake.position,hh,number,running.screen,True)
                except Exception as e: print("EXC",hid,number,type(e),e); continue
                running.lay_out(); _bad(running,(hid,number)); running.window.children[0].shut()
    msg=running.screen.ids.message
    labs=[w for w,_ in widgets(msg) if isinstance(w,FitLabel)]
    print([(w.text,w.size,w.max_font_mm) for w in labs])
    fill={"player":"Maximiliano","hero":"Boldur","monster":"Reina de los Muertos","who":"Reina de los Muertos","target":"Boldur","kind":"Reina de los Muertos","hex":"10,10","n":"12","card":"Golpe de barrido","step":"12","one":"Espíritu ígneo","other":"Reina de los Muertos"}
    import collections
    for m in read("es"):
        locs=json.loads(Path("/tmp/l-es/loc.json").read_text()).get(str(m.id),"")
        if not ("session/fate" in locs or "screens/fate" in locs or "games/fate" in locs and "json" not in locs): continue
        s=str(m.string).format_map(collections.defaultdict(lambda:"17,17",fill))
        e=str(m.id).format_map(collections.defaultdict(lambda:"17,17",fill))
        w=labs[0]; 
        w.text=e; ef=w.fits
        w.text=s
        if not w.fits: print("BADMSG",len(s),"(en fits)" if ef else "(en too)",s)
