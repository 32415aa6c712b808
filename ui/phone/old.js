// Says that a browser is too old for main.js. Every browser understands this script; it may use nothing newer than 2009.
(function () {
  var WAIT_MS = 10000;
  var TEXTS = {
    en: "This phone's browser is too old for this page. Update it, or use another phone or the screen at the table.",
    pt: "O navegador deste celular é antigo demais para esta página. Atualize-o, ou use outro celular ou a tela da mesa.",
    es: "El navegador de este teléfono es demasiado antiguo para esta página. Actualízalo, o usa otro teléfono o la pantalla de la mesa."
  };

  /** The first thing that main.js does is to dress the page. */
  function started() {
    return document.documentElement.getAttribute("data-light") !== null;
  }

  function say() {
    var language = String(navigator.language || "en").slice(0, 2).toLowerCase();
    var place = document.getElementById("message");
    if (started() || !place) return;
    place.textContent = TEXTS[language] || TEXTS.en;
    document.getElementById("detail").textContent = location.protocol + "//" + location.host;
  }

  /** Say it if the page did not start although the table answers; else wait for the table. */
  function check() {
    if (started()) return;
    var question = new XMLHttpRequest();
    question.open("HEAD", "/page/main.js");
    question.onload = say;
    question.onerror = function () { setTimeout(check, WAIT_MS); };
    question.send();
  }

  window.addEventListener("error", function (event) {
    if (event.message) say();
  });
  if (!("noModule" in document.createElement("script"))) document.addEventListener("DOMContentLoaded", say);
  setTimeout(check, WAIT_MS);
})();
